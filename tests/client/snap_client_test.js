// SPDX-License-Identifier: MIT OR Apache-2.0
// SnapDeals as Curio calls it (daemon-reference.md 2.2), over both kinds of sockets, from a really
// updated 2 KiB sector, proved by the daemon on the host under parameters that are made for the
// test. Its proofs verify with the reference's public inputs.
'use strict';

const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { Daemon, grpc } = require('./daemon.js');

const vectors = path.join(__dirname, '../vectors/reference/update/update-2k');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cuzk-snap-'));
const params = path.join(folder, 'params');
const bench = (...words) => execFileSync(process.env.CUZK_BENCH, words, { encoding: 'utf8' });
const facts = JSON.parse(fs.readFileSync(path.join(vectors, 'case.json')));

let daemon;
before(async () => {
  bench('params', 'generate', '--kind', 'snap', '--sector-size', '2KiB', '--param-cache', params);
  const settings = `[gpus]\nbackend = "cpu"\n[srs]\nparam_cache = "${params}"\n`;
  daemon = await Daemon.start(folder, settings);
});
after(async () => { assert.strictEqual(await daemon.stop(), 0); });

function request(changes = {}) {
  return {
    request_id: 'snap-1000-7',
    proof_kind: 'SNAP_DEALS_UPDATE',
    sector_size: 2048,
    registered_proof: facts.registered,
    priority: 'NORMAL',
    vanilla_proofs: facts.records.map((name) => fs.readFileSync(path.join(vectors, name))),
    sector_number: 7,
    miner_id: 1000,
    comm_r_old: Buffer.from(facts.comm_r_old, 'hex'),
    comm_r_new: Buffer.from(facts.comm_r_new, 'hex'),
    comm_d_new: Buffer.from(facts.comm_d_new, 'hex'),
    ...changes,
  };
}

function verify(proof) {
  const file = path.join(folder, `proof-${Math.random()}`);
  fs.writeFileSync(file, proof);
  const key = fs.readdirSync(params).find((name) => name.endsWith('.vk'));
  bench('verify', '--vk', path.join(params, key), '--inputs', path.join(vectors, 'inputs.json'),
    '--proof', file);
}

// The client of the proof share leaves the sector size out; the miner's task states it.
for (const [socket, sector_size] of [['tcp', 2048], ['unix', 0]]) {
  test(`an update over ${socket}, sector size ${sector_size}`, async () => {
    const client = daemon.client(daemon[socket]);
    const { result } = await client.call('Prove', { submit: request({ sector_size }) });
    assert.strictEqual(result.status, 'COMPLETED', result.error_message);
    assert.strictEqual(result.job_id, 'snap-1000-7');
    assert.strictEqual(result.proof.length, 192);
    verify(result.proof);
    client.close();
  });
}

// daemon-reference.md 1.11: what is no request is refused, what does not hold is a failed job.
test('wrong requests are refused with what is wrong', async () => {
  const client = daemon.client(daemon.unix);
  const answer = async (changes) => {
    try {
      const { result } = await client.call('Prove', { submit: request(changes) });
      return `${result.status} ${result.error_message}`;
    } catch (error) {
      assert.strictEqual(error.code, grpc.status.INVALID_ARGUMENT);
      return error.details;
    }
  };
  assert.match(await answer({ registered_proof: 5 }), /registered_proof: expected the number/);
  assert.match(await answer({ sector_size: 1 << 23 }), /sector_size: expected 2048 bytes/);
  assert.match(await answer({ vanilla_proofs: [] }), /expected 1 records.*found 0/);
  assert.match(await answer({ vanilla_proofs: [Buffer.alloc(15063)] }),
    /length: expected 15064 bytes for 2KiB, found 15063/);
  assert.match(await answer({ comm_r_old: Buffer.alloc(31) }),
    /comm_r_old: expected 32 bytes, found 31/);
  assert.match(await answer({ comm_d_new: Buffer.alloc(32, 0xff) }),
    /comm_d_new: expected a little-endian integer below/);
  assert.match(await answer({ comm_r_new: Buffer.alloc(32, 1) }),
    /FAILED VANILLA_MISMATCH: .*partition 0: comm_r_new/s);
  client.close();
});
