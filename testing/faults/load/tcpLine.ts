import net from 'node:net'

/** What happens to bytes on their way; they pass as they are where nothing is named. */
export interface LineFault {
  /** Milliseconds that each piece takes. */
  readonly latencyMs?: number
  /** Bytes a second, of each connection in each direction. */
  readonly rate?: number
  /** Nothing passes any more, and nobody is told. */
  readonly silent?: boolean
  /** New connections are refused. */
  readonly refused?: boolean
}

/** A line that fails as it is told. */
export interface TcpLine {
  readonly port: number
  set(fault: LineFault): void
  /** Leads to another port from now on; connections stay where they are. */
  lead(port: number): void
  /** Cuts all connections, as a machine that restarts. */
  reset(): void
  close(): Promise<void>
}

/** A line to a port of this machine. */
export async function tcpLine(port: number): Promise<TcpLine> {
  let target = port
  let fault: LineFault = {}
  const pairs = new Set<() => void>()
  const heard = new Set<() => void>()
  const pump = async (from: net.Socket, to: net.Socket): Promise<void> => {
    try {
      for await (const piece of from as AsyncIterable<Buffer>) {
        const { latencyMs = 0, rate } = fault
        const pause = latencyMs + (rate === undefined ? 0 : (piece.length / rate) * 1000)
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
        while (fault.silent && !to.destroyed) await new Promise<void>((resolve) => heard.add(resolve))
        if (to.destroyed) return
        if (!to.write(piece))
          await new Promise<void>((resolve) => {
            const goOn = () => {
              to.off('drain', goOn).off('close', goOn)
              resolve()
            }
            to.once('drain', goOn).once('close', goOn)
          })
      }
      to.end()
    } catch {
      to.destroy()
    }
  }
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    near.on('error', () => {})
    if (fault.refused) return void near.resetAndDestroy()
    const far = net.connect({ port: target, host: '127.0.0.1', allowHalfOpen: true })
    for (const socket of [near, far]) socket.setNoDelay(true)
    // What waits on the line for who is gone never arrives.
    const end = () => {
      near.destroy()
      far.destroy()
      pairs.delete(end)
    }
    pairs.add(end)
    far.on('error', end)
    near.on('close', end)
    far.on('close', end)
    void pump(near, far)
    void pump(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const line: TcpLine = {
    port: (server.address() as net.AddressInfo).port,
    set: (given) => {
      fault = given
      for (const go of heard) go()
      heard.clear()
    },
    lead: (other) => {
      target = other
    },
    reset: () => {
      for (const end of [...pairs]) end()
    },
    close: () => {
      line.set({})
      line.reset()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return line
}
