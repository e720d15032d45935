import { useEffect, useEffectEvent, useState } from 'react'
import type { PreviewProps } from '../previewProps.ts'
import { failureOf } from './failure.ts'
import type { Renew } from './readFile.ts'

/** Reads a file and makes of it what is shown; stops when the signal says so. */
export type Read<Value> = (url: string, renew: Renew, signal: AbortSignal) => Promise<Value>

/**
 * What a file's preview shows, once it is read. Reading ends when the page is left, and what comes after that
 * is dropped.
 * @param read the same function each time
 * @param otherwise what is said when it fails for a reason that nobody foresaw
 */
export function useReading<Value>(
  { url, renew, onFailed }: PreviewProps,
  read: Read<Value>,
  otherwise: string,
): Value | undefined {
  const [value, setValue] = useState<Value>()
  const newAddress = useEffectEvent(renew)
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    const stop = new AbortController()
    const left = () => stop.signal.aborted
    read(url, () => newAddress(), stop.signal).then(
      (read) => !left() && setValue(() => read),
      (error: unknown) => !left() && fail(failureOf(error, otherwise)),
    )
    return () => stop.abort()
  }, [url, read, otherwise])
  return value
}
