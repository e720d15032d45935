import { useCallback, useEffect, useRef, useState } from 'react'
import { useLatest } from '../ui/text/useLatest.ts'
import { type LiveState, type LiveTopic, openLiveTopic } from './liveTopic.ts'

export type { LiveState } from './liveTopic.ts'

interface LiveTopicHandlers {
  onMessage: (message: unknown) => void
  /** The session has ended: resolves once there is one again. */
  onSignedOut: () => Promise<unknown>
  /** It is open again after it was not: what was missed comes with the first messages. */
  onReconnected?: () => void
}

/**
 * Follows a live topic of the server: reconnects by the clock of the transport (CHK-25, CHK-26) and says whether it is
 * live. @param path null follows nothing
 */
export function useLiveTopic(path: string | null, handlers: LiveTopicHandlers) {
  const [state, setState] = useState<LiveState>('connecting')
  const [code, setCode] = useState<number>()
  const latest = useLatest(handlers)
  const topic = useRef<LiveTopic>(null)
  useEffect(() => {
    if (path === null) return
    let wasLive = false
    let isLive = false
    topic.current = openLiveTopic({
      path,
      onMessage: (message) => latest.current.onMessage(message),
      onState: (next, closeCode) => {
        if (next === 'live' && !isLive && wasLive) latest.current.onReconnected?.()
        isLive = next === 'live'
        wasLive ||= isLive
        setState(next)
        setCode(closeCode)
      },
      onSignedOut: () => latest.current.onSignedOut(),
    })
    return () => {
      topic.current?.close()
      topic.current = null
    }
  }, [path])
  const send = useCallback((message: object): boolean => topic.current?.send(message) ?? false, [])
  return { state, code, send }
}
