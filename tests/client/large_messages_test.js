// SPDX-License-Identifier: MIT OR Apache-2.0
// Messages of 100 MB and 256 MiB, and what is larger (daemon-reference.md 6.1, point 2).
'use strict';

const assert = require('node:assert');
const { after, before, test } = require('node:test');
const { Daemon, grpc, request } = require('./daemon.js');

const MESSAGE_MAX = 256 * 2 ** 20;

let daemon;
before(async () => { daemon = await Daemon.start(); });
after(async () => { assert.strictEqual(await daemon.stop(), 0); });

// The answer holds the input too and has to fit: the label makes up for the job's name in it.
const LABEL = 'x'.repeat(300);
// Beside the input: its tag and length (1 + 4), kind and sector_size (2 each), the label (3 more).
const BESIDE = 5 + 4 + 3 + LABEL.length;

for (const socket of ['tcp', 'unix']) {
  for (const bytes of [100e6, MESSAGE_MAX]) {
    test(`a message of ${bytes} bytes over ${socket}`, async () => {
      const client = daemon.client(daemon[socket]);
      const input = Buffer.alloc(bytes - BESIDE, socket);
      const { job_id } = await client.call('SubmitProof', request(input, 1, LABEL));
      const result = await client.call('AwaitProof', { job_id });
      assert.strictEqual(result.status, 'COMPLETED');
      // The fake proof is the input in brackets, with its partition; answers are as large.
      assert.ok(result.error_message === '' && result.proof.length === input.length + 4);
      client.close();
    });
  }
  test(`a byte more over ${socket}`, async () => {
    const client = daemon.client(daemon[socket]);
    const input = Buffer.alloc(MESSAGE_MAX - BESIDE + 1);
    await assert.rejects(client.call('SubmitProof', request(input, 1, LABEL)),
      { code: grpc.status.RESOURCE_EXHAUSTED });
    client.close();
  });
}
