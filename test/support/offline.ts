// A module to preload into a process that must request nothing.

/** For `node --import`: every way out of the process ends it with the code 99; what is left is what needs no network. */
export const offline = `data:text/javascript,${encodeURIComponent(
  "import net from 'node:net'; import dns from 'node:dns'; const out = (what) => () => { process.stderr.write('REQUEST ' + what); process.exit(99); }; net.Socket.prototype.connect = out('connect'); dns.lookup = out('lookup'); dns.promises.lookup = out('lookup');",
)}`;
