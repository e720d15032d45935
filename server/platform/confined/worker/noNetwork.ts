import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

// Runs before all else in the process that opens untrusted files: Node's permission model leaves the network open, and no
// reader of files asks for anything there, whatever a file refers to (PAGE-09).

function refuse(): never {
  throw new Error('There is no network here.')
}

net.Socket.prototype.connect = refuse
net.Server.prototype.listen = refuse
for (const name of ['bind', 'connect', 'send'] as const) dgram.Socket.prototype[name] = refuse
for (const asking of [dns, dns.promises]) {
  for (const [name, value] of Object.entries(asking)) {
    if (typeof value === 'function') Object.assign(asking, { [name]: refuse })
  }
}
syncBuiltinESMExports()
