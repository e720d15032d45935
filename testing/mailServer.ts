import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as a server took it. */
export interface Received {
  from: string
  to: string[]
  /** With its headers. */
  text: string
}

export interface MailServerOptions {
  /** So many mails are refused first, with 451. */
  refusals?: number
  /** Recipients refused, by the code. */
  refused?: Readonly<Record<string, number>>
  /** Recipients whose first attempt is put off with 450. */
  greylisting?: boolean
  /** So many connections are cut after a mail has been taken, before the answer. */
  cuts?: number
  /** Further options, such as a certificate. */
  smtp?: SMTPServerOptions
}

const failure = (message: string, responseCode: number): Error =>
  Object.assign(new Error(message), { responseCode })

/** A mail server on this machine that takes mails, with the troubles of real ones as told. */
export async function startMailServer(options: MailServerOptions = {}) {
  const { refused = {}, greylisting = false, smtp } = options
  let refusals = options.refusals ?? 0
  let cuts = options.cuts ?? 0
  const received: Received[] = []
  const seen = new Set<string>()
  const sockets = new Set<Socket>()
  let asked = 0
  let connections = 0
  const made = {
    url: '',
    received,
    asked: () => asked,
    connections: () => connections,
    /** Refuses the next mails. */
    refuse: (mails: number): void => {
      refusals = asked + mails
    },
    /** Runs between taking a mail and the answer that says so. */
    onTaken: (): Promise<unknown> => Promise.resolve(),
    stop: (): Promise<void> => new Promise((resolve) => server.close(() => resolve())),
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onRcptTo({ address }, _session, done) {
      const code = refused[address]
      if (code) return done(failure('No such user here', code))
      if (!greylisting || seen.has(address)) return done()
      seen.add(address)
      done(failure('Greylisted, please try again later', 450))
    },
    onData(stream, session, done) {
      asked += 1
      const isRefused = asked <= refusals
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (isRefused) return done(failure('Try later', 451))
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        const to = session.envelope.rcptTo.map((each) => each.address)
        received.push({ from, to, text: Buffer.concat(chunks).toString() })
        if (cuts > 0) {
          cuts -= 1
          for (const socket of sockets) socket.destroy()
          return
        }
        void made.onTaken().then(() => done())
      })
    },
    ...smtp,
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  made.url = `smtp://127.0.0.1:${port}`
  return made
}
