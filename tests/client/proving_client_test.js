// SPDX-License-Identifier: MIT OR Apache-2.0
// What Curio does for PoRep, over both kinds of sockets, by a client in another language; and how
// the process starts, answers HTTP and ends (daemon-reference.md 2).
'use strict';

const assert = require('node:assert');
const { after, before, test } = require('node:test');
const { Daemon, grpc, request } = require('./daemon.js');

let daemon;
before(async () => { daemon = await Daemon.start(); });
after(async () => { assert.strictEqual(await daemon.stop(), 0); });

// Until it is so: an event to wait for has no time of its own.
async function becomes(condition) {
  for (let asked = 0; asked < 100000; asked += 1) {
    if (await condition()) return;
  }
  assert.fail(`did not become true: ${condition}`);
}

for (const socket of ['tcp', 'unix']) {
  test(`the eight calls over ${socket}`, async () => {
    const client = daemon.client(daemon[socket]);

    // daemon-reference.md 2.5: the label is echoed, the proof is whole.
    const proved = await client.call('Prove', { submit: request('one', 2, `porep-${socket}`) });
    assert.strictEqual(proved.result.status, 'COMPLETED');
    assert.strictEqual(proved.result.job_id, `porep-${socket}`);
    assert.strictEqual(proved.result.proof.toString(), '<one/0><one/1>');
    assert.ok(proved.result.total_ms >= 100);

    const { job_id } = await client.call('SubmitProof', request(`slow ${socket}`, 1000));
    const early = await client.call('AwaitProof', { job_id, timeout_ms: 50 });
    assert.strictEqual(early.status, 'TIMEOUT');

    // daemon-reference.md 0, fact 5: the counts of jobs that wait or run.
    const status = await client.call('GetStatus');
    const porep = status.queues.find((queue) => queue.proof_kind === 'porep-c2');
    assert.strictEqual(porep.pending + porep.in_progress, 1); // a hundred seconds long
    assert.ok(status.gpus.length === 1 && status.total_proofs_completed >= 1);
    assert.strictEqual(status.pinned_memory_limit_bytes, 4 * 2 ** 30);

    assert.strictEqual((await client.call('CancelProof', { job_id })).was_running, true);
    assert.strictEqual((await client.call('AwaitProof', { job_id })).status, 'CANCELLED');

    const circuit_id = `circuit-${socket.length}`;
    assert.strictEqual((await client.call('PreloadSRS', { circuit_id })).already_loaded, false);
    assert.strictEqual((await client.call('PreloadSRS', { circuit_id })).already_loaded, true);
    const evicted = await client.call('EvictSRS', { circuit_id });
    assert.ok(evicted.was_loaded && evicted.freed_bytes > 0);

    const { prometheus_text } = await client.call('GetMetrics');
    assert.match(prometheus_text, /^cuzk_proofs_completed\{proof_kind="porep_c2"\} [1-9]/m);
    client.close();
  });
}

test('wrong calls have the codes of 1.11', async () => {
  const client = daemon.client(daemon.tcp);
  const code = (method, message) => client.call(method, message).then(() => 0, (e) => e.code);
  assert.strictEqual(await code('Prove', {}), grpc.status.INVALID_ARGUMENT);
  assert.strictEqual(await code('SubmitProof', { ...request('x'), proof_kind: 9 }),
    grpc.status.INVALID_ARGUMENT);
  assert.strictEqual(await code('AwaitProof', { job_id: 'x' }), grpc.status.NOT_FOUND);
  assert.strictEqual(await code('PreloadSRS', { circuit_id: 'x' }), grpc.status.NOT_FOUND);
  const failed = await client.call('Prove', { submit: request('unreadable') });
  assert.strictEqual(failed.result.status, 'FAILED');
  assert.match(failed.result.error_message, /^C1_BAD_JSON: /);
  client.close();
});

test('a client that goes takes its job with it', async () => {
  const client = daemon.client(daemon.unix);
  const { call, answer } = client.start('Prove', { submit: request('gone', 100) });
  await becomes(async () => await client.open() === 1);
  call.cancel();
  await assert.rejects(answer, { code: grpc.status.CANCELLED });
  const late = client.start('Prove', { submit: request('late', 100) },
    { deadline: Date.now() + 100 });
  await assert.rejects(late.answer, { code: grpc.status.DEADLINE_EXCEEDED });
  await becomes(async () => await client.open() === 0);
  client.close();
});

// Both by their wire format: the client has only our own .proto.
test('health and reflection answer', async () => {
  const bytes = (value) => value;
  const client = new grpc.Client(daemon.tcp, grpc.credentials.createInsecure(),
    { 'grpc.enable_http_proxy': 0 });
  const health = await new Promise((resolve, reject) => {
    const service = Buffer.from('cuzk.v1.ProvingEngine');
    client.makeUnaryRequest('/grpc.health.v1.Health/Check', bytes, bytes,
      Buffer.concat([Buffer.from([0x0a, service.length]), service]),
      (error, answer) => { if (error) reject(error); else resolve(answer); });
  });
  assert.deepStrictEqual([...health], [0x08, 1]); // SERVING
  const listed = await new Promise((resolve, reject) => {
    const call = client.makeBidiStreamRequest(
      '/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo', bytes, bytes);
    call.on('data', (answer) => { resolve(answer); call.end(); });
    call.on('error', reject);
    call.write(Buffer.from([0x3a, 0])); // list_services
  });
  assert.ok(listed.includes('cuzk.v1.ProvingEngine'));
  client.close();
});

test('HTTP answers', async () => {
  const get = (path) => fetch(daemon.http + path, { headers: { Connection: 'close' } });
  assert.ok('gpu_workers' in await (await get('/status')).json());
  assert.match(await (await get('/metrics')).text(), /^cuzk_uptime_seconds /m);
  assert.strictEqual((await get('/healthz')).status, 200);
  assert.strictEqual((await get('/readyz')).status, 200);
  assert.strictEqual((await get('/nothing')).status, 404);
});

test('SIGHUP reads the log level again', async () => {
  daemon.write_config('debug');
  daemon.process.kill('SIGHUP');
  await daemon.logged((line) => line.message === 'log level' && line.level === 'debug');
});

// daemon-reference.md 0, fact 9, and 5.1, fault 13: what runs is finished and answered, what is new
// is refused, and the process ends.
for (const signal of ['SIGTERM', 'SIGINT']) {
  test(`${signal} drains`, async () => {
    const own = await Daemon.start();
    const client = own.client(own.tcp);
    const running = client.call('Prove', { submit: request('running', 30) });
    await becomes(async () => await client.open() === 1);
    own.process.kill(signal);
    await becomes(async () => (await fetch(`${own.http}/readyz`)).status === 503);
    await assert.rejects(client.call('SubmitProof', request('new')),
      { code: grpc.status.UNAVAILABLE });
    assert.strictEqual((await running).result.status, 'COMPLETED');
    client.close();
    assert.strictEqual(await own.stop(0), 0);
  });
}

test('a second signal ends it at once', async () => {
  const own = await Daemon.start();
  const client = own.client(own.unix);
  await client.call('SubmitProof', request('long', 1000));
  client.close();
  own.process.kill('SIGTERM');
  await own.logged((line) => line.message === 'draining');
  assert.strictEqual(await own.stop('SIGTERM'), 1);
});

// daemon-reference.md 2.6: jobs do not survive, and a client asks again; the socket file that was
// left is no obstacle.
test('a new daemon follows one that was killed', async () => {
  const killed = await Daemon.start();
  const client = killed.client(killed.unix);
  const lost = client.call('Prove', { submit: request('lost', 50) });
  const { job_id } = await client.call('SubmitProof', request('lost too', 50));
  killed.process.kill('SIGKILL');
  await assert.rejects(lost, { code: grpc.status.UNAVAILABLE });
  await killed.exited;

  const next = await Daemon.start(killed.folder);
  assert.strictEqual(next.unix, killed.unix);
  const again = next.client(next.unix);
  await assert.rejects(again.call('AwaitProof', { job_id }), { code: grpc.status.NOT_FOUND });
  assert.strictEqual((await again.call('Prove', { submit: request('lost') })).result.status,
    'COMPLETED');
  client.close();
  again.close();
  assert.strictEqual(await next.stop(), 0);
});
