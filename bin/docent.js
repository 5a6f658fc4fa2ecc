#!/usr/bin/env node
// Starts docent on a Node.js that can run it: this one if it is new enough, else the one pinned in node_modules.
// Written so that old versions of Node can at least read it.
import { spawn } from 'child_process';
import { existsSync } from 'fs';
import module from 'module';
import { fileURLToPath } from 'url';

var WANTED = [22, 19];

var version = process.versions.node.split('.').map(Number);
var newEnough = version[0] > WANTED[0] || (version[0] === WANTED[0] && version[1] >= WANTED[1]);
var main = new URL('../dist/doors/cli/main.js', import.meta.url);

if (!existsSync(fileURLToPath(main))) {
  fail('docent is not built yet: run "npm install" (or "npm run build") in its folder first.');
} else if (newEnough) {
  // What was compiled once is not compiled at every start; where Node keeps it: NODE_COMPILE_CACHE.
  // Threads look for it in the variable.
  if (module.enableCompileCache) {
    var cache = module.enableCompileCache();
    if (cache.directory && !process.env.NODE_COMPILE_CACHE) process.env.NODE_COMPILE_CACHE = cache.directory;
  }
  if (process.env.DOCENT_RELAUNCHED && process.connected) endWithParent();
  import(main.href);
} else {
  var pinned = ['../node_modules/node/bin/node', '../../node/bin/node']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .filter(existsSync)[0];
  if (pinned && !process.env.DOCENT_RELAUNCHED) relaunch(pinned);
  else
    fail(
      'docent needs Node.js ' +
        WANTED.join('.') +
        ' or newer, and this is ' +
        process.version +
        '. Install it from https://nodejs.org, or "npm install node@24" beside docent.',
    );
}

function relaunch(node) {
  var env = Object.assign({}, process.env, { DOCENT_RELAUNCHED: '1' });
  var child = spawn(node, [fileURLToPath(import.meta.url)].concat(process.argv.slice(2)), {
    // The channel carries nothing: it closes when this process is gone, however it went.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: env,
  });
  // Ctrl-C reaches both processes; the child decides how to stop, and we end when it has.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {
    child.kill('SIGTERM');
  });
  child.on('error', (error) => {
    fail('docent could not start ' + node + ': ' + error.message);
  });
  child.on('exit', (code, signal) => {
    if (signal) process.kill(process.pid, signal);
    else process.exit(code === null ? 1 : code);
  });
}

// Nobody else would end a crawl whose terminal or supervisor has ended the process it knows: it stops as on SIGTERM.
function endWithParent() {
  var stop = () => {
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
  };
  process.once('disconnect', () => {
    stop();
    // What does not stop cleanly by then stops at once.
    setTimeout(stop, 15000).unref();
  });
  // The channel must not keep a process alive that has done its work.
  process.channel.unref();
}

function fail(line) {
  process.stderr.write(line + '\n');
  process.exitCode = 2;
}
