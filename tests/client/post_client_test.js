// SPDX-License-Identifier: MIT OR Apache-2.0
// WindowPoSt and WinningPoSt as Curio calls them (daemon-reference.md 2.2), over both kinds of
// sockets, from really sealed 2 KiB sectors, proved by the daemon on the host under parameters that
// are made for the test. Their proofs verify with the reference's public inputs.
'use strict';

const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { Daemon, grpc } = require('./daemon.js');

const vectors = path.join(__dirname, '../vectors/reference/post');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cuzk-post-'));
const params = path.join(folder, 'params');
const bench = (...words) => execFileSync(process.env.CUZK_BENCH, words, { encoding: 'utf8' });
const json = (...names) => JSON.parse(fs.readFileSync(path.join(vectors, ...names)));

let daemon;
before(async () => {
  for (const kind of ['wpost', 'winning']) {
    bench('params', 'generate', '--kind', kind, '--sector-size', '2KiB', '--param-cache', params);
  }
  daemon = await Daemon.start(folder,
    `[gpus]\nbackend = "cpu"\n[srs]\nparam_cache = "${params}"\n`);
});
after(async () => { assert.strictEqual(await daemon.stop(), 0); });

const kWindow = 'WINDOW_POST_PARTITION';
const kWinning = 'WINNING_POST';

// Of a case of the reference: the sectors of one partition, two of which fit at 2 KiB.
function request(name, kind, partition = 0) {
  const post = json(name, 'post.json');
  const sectors = post.sectors.slice(2 * partition, 2 * partition + 2);
  const label = kind === kWindow ? `wdpost-1000-${partition}-[0 1 2 3 4 5 6 7]`
    : 'winpost-1000-0011223344556677';
  return {
    request_id: label,
    proof_kind: kind,
    sector_size: 2048,
    registered_proof: post.registered_proof,
    priority: kind === kWindow ? 'HIGH' : 'CRITICAL',
    vanilla_proofs: sectors.map((sector) => (
      fs.readFileSync(path.join(vectors, name, sector.record)))),
    miner_id: post.miner,
    randomness: Buffer.from(post.randomness, 'hex'),
    partition_index: partition,
  };
}

// With all partitions behind each other, as they are merged for the chain (post.md POST-71).
function verify(name, proof, kind) {
  const file = path.join(folder, `proof-${Math.random()}`);
  fs.writeFileSync(file, proof);
  const key = bench('params', 'list', '--param-cache', params).split('\n')
    .find((line) => line.startsWith(kind) && line.includes('for tests'));
  const name_of_key = key.trim().split(/\s+/).pop();
  bench('verify', '--vk', path.join(params, `${name_of_key}.vk`),
    '--inputs', path.join(vectors, name, 'inputs.json'), '--proof', file);
}

for (const socket of ['tcp', 'unix']) {
  test(`both partitions of a WindowPoSt over ${socket}`, async () => {
    const client = daemon.client(daemon[socket]);
    const name = 'window-2k-v1-two-partitions';
    const proofs = [];
    for (const partition of [0, 1]) {
      const submit = request(name, kWindow, partition);
      const { result } = await client.call('Prove', { submit });
      assert.strictEqual(result.status, 'COMPLETED', result.error_message);
      assert.strictEqual(result.job_id, submit.request_id);
      assert.strictEqual(result.proof.length, 192);
      proofs.push(result.proof);
    }
    verify(name, Buffer.concat(proofs), 'window-post');
    client.close();
  });

  test(`a WindowPoSt of version 1.2 over ${socket}`, async () => {
    const client = daemon.client(daemon[socket]);
    for (const name of ['window-2k-v1_2-one-sector', 'window-2k-v1_2-two-sectors']) {
      const { result } = await client.call('Prove', { submit: request(name, kWindow) });
      assert.strictEqual(result.status, 'COMPLETED', result.error_message);
      verify(name, result.proof, 'window-post');
    }
    client.close();
  });

  test(`a WinningPoSt over ${socket}`, async () => {
    const client = daemon.client(daemon[socket]);
    const { result } = await client.call('Prove', { submit: request('winning-2k', kWinning) });
    assert.strictEqual(result.status, 'COMPLETED', result.error_message);
    assert.strictEqual(result.proof.length, 192);
    verify('winning-2k', result.proof, 'winning-post');
    client.close();
  });
}

// daemon-reference.md 1.11: what is no request is refused, what does not hold is a failed job.
test('wrong requests are refused with what is wrong', async () => {
  const client = daemon.client(daemon.tcp);
  const name = 'window-2k-v1_2-two-sectors';
  const answer = async (change) => {
    try {
      const { result } = await client.call('Prove',
        { submit: { ...request(name, kWindow), ...change } });
      return `${result.status} ${result.error_message}`;
    } catch (error) {
      assert.strictEqual(error.code, grpc.status.INVALID_ARGUMENT);
      return error.details;
    }
  };
  assert.match(await answer({ randomness: Buffer.alloc(0) }),
    /randomness: expected 32 bytes, found 0/);
  assert.match(await answer({ randomness: Buffer.alloc(32, 0xff) }), /below the field's modulus/);
  assert.match(await answer({ registered_proof: 3 }), /registered proof: expected one of 5, 6/);
  assert.match(await answer({ vanilla_proofs: [Buffer.alloc(5679)] }),
    /vanilla proof 0: length: expected 5680 bytes/);
  const three = [0, 0, 0].map(() => request(name, kWindow).vanilla_proofs[0]);
  assert.match(await answer({ vanilla_proofs: three }), /expected 1 to 2.*found 3/);
  assert.match(await answer({ randomness: Buffer.alloc(32, 1) }),
    /FAILED VANILLA_MISMATCH: .*2 of 2 sectors.*\nsector 1001: challenge 0: index of the leaf/s);
  client.close();
});
