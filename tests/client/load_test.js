// SPDX-License-Identifier: MIT OR Apache-2.0
// A provider's load over a long time: a job a second on five circuits, of which a device holds two,
// over six connections, some cancelled and some malformed. Every call is answered as it should be,
// and memory and descriptors of the daemon do not grow. Half a minute, or CUZK_LOAD_SECONDS.
// Prints the counts, the times of the jobs that complete, and what it compares.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const { after, before, test } = require('node:test');
const { setTimeout: sleep } = require('node:timers/promises');
const { Daemon, grpc, request } = require('./daemon.js');

const SECONDS = Number(process.env.CUZK_LOAD_SECONDS ?? 30);
const HANG_MS = 60000; // far above what anything here takes

let daemon;
before(async () => { daemon = await Daemon.start(); });
after(async () => { assert.strictEqual(await daemon.stop(), 0); });

function resident_kib() {
  const status = fs.readFileSync(`/proc/${daemon.process.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)[1]);
}

function descriptors() {
  return fs.readdirSync(`/proc/${daemon.process.pid}/fd`).length;
}

// What each tenth job is, the others being good ones.
const KINDS = { 3: 'cancelled', 5: 'unreadable', 7: 'gone', 9: 'unknown kind' };

// Resolves to the outcome, which is the kind if all is right.
async function one_job(client, index) {
  const kind = KINDS[index % 10] ?? 'completed';
  const input = kind === 'unreadable' ? kind : `input ${index}`;
  const submit = { ...request(input, 2, `job-${index}`), registered_proof: index % 5 };
  const options = { deadline: Date.now() + HANG_MS };
  if (kind === 'unknown kind') {
    const refused = client.call('Prove', { submit: { ...submit, proof_kind: 9 } }, options);
    await assert.rejects(refused, { code: grpc.status.INVALID_ARGUMENT });
    return kind;
  }
  if (kind === 'cancelled') {
    const { job_id } = await client.call('SubmitProof', submit, options);
    await client.call('CancelProof', { job_id }, options);
    const { status } = await client.call('AwaitProof', { job_id }, options);
    assert.strictEqual(status, 'CANCELLED');
    return kind;
  }
  if (kind === 'gone') { // long before its proof could be there
    const answer = client.call('Prove', { submit: { ...submit, sector_size: 1000 } },
      { deadline: Date.now() + 100 });
    await assert.rejects(answer, { code: grpc.status.DEADLINE_EXCEEDED });
    return kind;
  }
  const { result } = await client.call('Prove', { submit }, options);
  if (kind === 'unreadable') {
    assert.strictEqual(result.status, 'FAILED');
    assert.match(result.error_message, /^C1_BAD_JSON: /);
  } else {
    assert.strictEqual(result.status, 'COMPLETED');
    assert.strictEqual(result.proof.toString(), `<${input}/0><${input}/1>`);
  }
  return kind;
}

test('a job a second, six connections, five circuits', async (context) => {
  const clients = [];
  for (let i = 0; i < 6; i += 1) clients.push(daemon.client(i % 2 ? daemon.tcp : daemon.unix));
  await Promise.all(clients.map((client) => client.call('GetStatus')));
  const counts = {};
  const times = [];
  const jobs = [];
  let settled;
  const start = Date.now();
  for (let index = 0; index < SECONDS; index += 1) {
    await sleep(Math.max(0, start + 1000 * index - Date.now()));
    if (index === Math.floor(SECONDS / 3)) {
      settled = { kib: resident_kib(), descriptors: descriptors() };
    }
    const begin = performance.now();
    jobs.push(one_job(clients[index % 6], index).then((outcome) => {
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      if (outcome === 'completed') times.push(performance.now() - begin);
    }));
  }
  await Promise.all(jobs);
  const end = { kib: resident_kib(), descriptors: descriptors() };
  times.sort((a, b) => a - b);
  const percentile = (p) => Math.round(times[Math.ceil(p * times.length) - 1]);
  context.diagnostic(`outcomes: ${JSON.stringify(counts)}`);
  context.diagnostic(`completed: p50 ${percentile(0.5)} ms, p99 ${percentile(0.99)} ms`);
  context.diagnostic(`after a third: ${JSON.stringify(settled)}`);
  context.diagnostic(`at the end: ${JSON.stringify(end)}`);
  assert.strictEqual(Object.values(counts).reduce((sum, count) => sum + count, 0), SECONDS);
  while (await clients[0].open() > 0) await sleep(10); // of those that are gone
  assert.ok(end.kib < settled.kib * 1.25, 'memory grew');
  assert.ok(end.descriptors <= settled.descriptors, 'descriptors grew');
  clients.forEach((client) => client.close());
});
