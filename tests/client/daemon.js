// SPDX-License-Identifier: MIT OR Apache-2.0
// Starts the daemon of the environment variable CUZK_DAEMON for a test, on a free TCP port and a
// unix socket, and makes clients from the .proto file alone, as any program in another language
// would. Most tests use the fake prover's daemon: the proof of input "x" with two partitions
// (sector_size) is "<x/0><x/1>", and each partition takes a tenth of a second.
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const readline = require('node:readline');
const grpc = require('@grpc/grpc-js');
const loader = require('@grpc/proto-loader');

const proto = path.join(__dirname, '../../proto/cuzk/v1/proving.proto');
const definition = loader.loadSync(proto,
  { keepCase: true, longs: Number, enums: String, defaults: true });
const { ProvingEngine } = grpc.loadPackageDefinition(definition).cuzk.v1;

class Daemon {
  // Resolves when it is ready. The folder is a new one unless one is named, as that of another
  // daemon; `settings` are further tables of its configuration.
  static async start(folder, settings = '') {
    const daemon = new Daemon(folder, settings);
    await daemon.logged((line) => line.message === 'ready').then((line) => {
      [daemon.tcp, daemon.unix] = line.grpc.split(',');
      daemon.http = `http://${line.http}`;
    });
    return daemon;
  }

  constructor(folder, settings) {
    this.settings = settings;
    this.folder = folder ?? fs.mkdtempSync(path.join(os.tmpdir(), 'cuzk-client-'));
    this.config = path.join(this.folder, 'cuzk.toml');
    this.write_config('info');
    this.lines = [];
    this.waiting = [];
    this.process = spawn(process.env.CUZK_DAEMON, ['-c', this.config],
      { stdio: ['ignore', 'inherit', 'pipe'] });
    this.exited = new Promise((resolve) => this.process.on('exit', (code) => resolve(code)));
    readline.createInterface({ input: this.process.stderr }).on('line', (text) => {
      if (!text.startsWith('{')) return;
      this.lines.push(JSON.parse(text));
      this.waiting = this.waiting.filter((check) => !check());
    });
  }

  write_config(level) {
    fs.writeFileSync(this.config, `[daemon]
listen = ["127.0.0.1:0", "unix://${this.folder}/run/cuzk.sock"]
status_listen = "127.0.0.1:0"
drain_timeout = "20s"
[memory]
total_budget = "4GiB"
request_budget = "1GiB"
[logging]
format = "json"
level = "${level}"
${this.settings}`);
  }

  // A line of the log, past or to come.
  logged(matches) {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = this.lines.find(matches);
        if (found) resolve(found);
        return found !== undefined;
      };
      if (!check()) this.waiting.push(check);
      this.exited.then((code) => reject(new Error(`the daemon ended with ${code}`)));
    });
  }

  client(address) {
    return new Client(address);
  }

  // Resolves to the exit code.
  async stop(signal = 'SIGTERM') {
    this.process.kill(signal); // 0 only waits
    const code = await this.exited;
    fs.rmSync(this.folder, { recursive: true, force: true });
    return code;
  }
}

// The calls of the service as promises; `start` gives the call too, to cancel it.
class Client {
  constructor(address) {
    this.channel = new ProvingEngine(address.replace('unix://', 'unix:'),
      grpc.credentials.createInsecure(), {
        'grpc.enable_http_proxy': 0,
        'grpc.max_receive_message_length': 256 << 20,
        'grpc.max_send_message_length': -1,
      });
  }

  start(method, message, options = {}) {
    const out = {};
    out.answer = new Promise((resolve, reject) => {
      out.call = this.channel[method](message, options, (error, answer) => {
        if (error) reject(error);
        else resolve(answer);
      });
    });
    return out;
  }

  call(method, message = {}, options = {}) {
    return this.start(method, message, options).answer;
  }

  // Jobs that wait or run.
  async open() {
    const { queues } = await this.call('GetStatus');
    return queues.reduce((sum, queue) => sum + queue.pending + queue.in_progress, 0);
  }

  close() {
    this.channel.close();
  }
}

function request(input, partitions = 1, label = '') {
  return {
    request_id: label,
    proof_kind: 'POREP_SEAL_COMMIT',
    sector_size: partitions,
    vanilla_proof: Buffer.isBuffer(input) ? input : Buffer.from(input),
  };
}

module.exports = { Daemon, grpc, request };
