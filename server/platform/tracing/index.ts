import { AsyncLocalStorage } from 'node:async_hooks'

/** What a span says of itself: ids, kinds, sizes and durations, never what somebody wrote, named or asked for (OPS-23). */
export type Facts = Readonly<Record<string, string | number>>

export interface SpanStart {
  /** Of kinds alone, such as a route or the fields of a schema. */
  readonly name: string
  readonly kind: 'request' | 'operation' | 'statement' | 'storage' | 'job'
  readonly facts?: Facts
  /** What it is a part of, as the header `traceparent` names it, where that is at another process. */
  readonly parent?: string | undefined
}

export interface Span {
  /** As the header `traceparent` names it. */
  readonly id: string
  end(outcome?: { facts?: Facts; hasFailed?: boolean }): void
}

/** What spans are given to, where tracing is asked for (OPS-22). */
export interface Tracer {
  /**
   * @param within a span of this process that it is a part of; @param since epoch milliseconds, now unless given
   * @returns null where there are too many, of which one is left out with all of its parts
   */
  begin(start: SpanStart, within: Span | undefined, since?: number): Span | null
}

let tracer: Tracer | null = null
/** What is done in one that was left out. */
const LEFT_OUT = Symbol('left out')
const spans = new AsyncLocalStorage<Span | typeof LEFT_OUT>()

/** From then on spans are given to it, or to nobody. */
export const traceTo = (given: Tracer | null): void => {
  tracer = given
}

/** Where it is not asked for, whatever is traced costs a comparison. */
export const isTracing = (): boolean => tracer !== null

/** Begins a span, as a part of the one that this is done in; null where nothing is traced. */
export const beginSpan = (start: SpanStart, since?: number): Span | null => {
  if (!tracer) return null
  const current = spans.getStore()
  return current === LEFT_OUT ? null : tracer.begin(start, current, since)
}

/** Runs what is a part of a span, or of one that was left out. */
export const within = <T>(span: Span | null, run: () => T): T =>
  tracer === null ? run() : spans.run(span ?? LEFT_OUT, run)

/** A span that lasts as long as its work. @param start asked for where something is traced */
export async function inSpan<T>(start: () => SpanStart, run: () => Promise<T>): Promise<T> {
  if (!tracer) return run()
  const span = beginSpan(start())
  if (!span) return within(null, run)
  try {
    const result = await within(span, run)
    span.end()
    return result
  } catch (error) {
    span.end({ hasFailed: true })
    throw error
  }
}

/** A span of what has ended. */
export function pastSpan(start: SpanStart, tookMs: number, hasFailed = false): void {
  if (tracer) beginSpan(start, performance.timeOrigin + performance.now() - tookMs)?.end({ hasFailed })
}

/** The span that this is done in, as the header `traceparent` names it. */
export function currentSpan(): string | undefined {
  const current = tracer ? spans.getStore() : undefined
  return current === LEFT_OUT ? undefined : current?.id
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** What a request or a job says that it is a part of; undefined for what is no such name. */
export const parentIn = (header: unknown): string | undefined =>
  typeof header === 'string' && TRACEPARENT.test(header) ? header : undefined
