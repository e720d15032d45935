/** How far a live topic has come: `live` gets what happens; `waiting` tries again by itself; `refused` does not. */
export type LiveState = 'connecting' | 'live' | 'waiting' | 'refused'

/** Close codes after which nothing is tried again, or only once somebody has signed in (transport.md 6). */
const SIGNED_OUT = 4401
const REFUSED: ReadonlySet<number> = new Set([4403, 4404])
/** Milliseconds until the next try, varied by up to a fifth, so that not all pages come back together. */
const DELAYS = [1000, 2000, 4000, 8000, 16_000, 30_000]
const SPREAD = 0.2
/** Milliseconds that a socket stays open until waiting begins from the start again. */
const STABLE_MS = 60_000

interface LiveTopicOptions {
  /** Of the server that the page is from. */
  path: string
  onMessage: (message: unknown) => void
  /** With the close code where it was refused. */
  onState: (state: LiveState, code?: number) => void
  /** The session has ended. Resolves once there is one again. */
  onSignedOut: () => Promise<unknown>
}

export interface LiveTopic {
  /** @returns false where there is no open socket: nothing was sent */
  send(message: object): boolean
  close(): void
}

/** A socket that comes back by itself, by the clock of the transport. */
export function openLiveTopic({ path, onMessage, onState, onSignedOut }: LiveTopicOptions): LiveTopic {
  let socket: WebSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let openedAt = 0
  let closed = false

  const connect = (): void => {
    clearTimeout(timer)
    const opened = new WebSocket(
      `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${path}`,
    )
    socket = opened
    onState('connecting')
    openedAt = 0
    opened.onopen = () => {
      openedAt = Date.now()
    }
    opened.onmessage = ({ data }) => {
      if (socket !== opened) return
      const message = parsed(data)
      // The first message says that it is open in earnest: a refused socket is opened and closed without one.
      onState('live')
      if (message !== undefined) onMessage(message)
    }
    opened.onclose = ({ code }) => {
      if (socket === opened) ended(code)
    }
  }
  const ended = (code: number): void => {
    socket = null
    if (closed) return
    const isRefused = REFUSED.has(code)
    onState(isRefused ? 'refused' : 'waiting', code)
    if (isRefused) return
    if (code === SIGNED_OUT) {
      onSignedOut().then(
        () => !closed && connect(),
        () => {},
      )
      return
    }
    if (openedAt > 0 && Date.now() - openedAt >= STABLE_MS) tries = 0
    const delay = DELAYS[Math.min(tries, DELAYS.length - 1)] ?? 0
    tries += 1
    timer = setTimeout(connect, delay * (1 + (Math.random() * 2 - 1) * SPREAD))
  }
  /** The old socket may not know yet that the network has gone. */
  const abandon = (): void => {
    const old = socket
    socket = null
    old?.close()
  }
  const onOffline = (): void => {
    if (!socket) return
    abandon()
    onState('waiting')
  }
  const onOnline = (): void => {
    if (socket || closed) return
    tries = 0
    connect()
  }
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  connect()
  return {
    send: (message) => {
      if (socket?.readyState !== WebSocket.OPEN) return false
      socket.send(JSON.stringify(message))
      return true
    },
    close: () => {
      closed = true
      clearTimeout(timer)
      window.removeEventListener('offline', onOffline)
      window.removeEventListener('online', onOnline)
      abandon()
    },
  }
}

function parsed(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}
