import { type HrTime, type SpanContext, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { Registry } from 'prom-client'
import { createBudgets } from '../budgets.ts'
import { inTime } from '../inTime.ts'
import { type Facts, type Span, type SpanStart, type Tracer, traceTo } from './index.ts'
import { metricsOf } from './metrics.ts'

export interface OtlpSettings {
  /** Without a slash at its end. */
  readonly endpoint: string
  readonly protocol: 'http/protobuf' | 'http/json'
}

/** Milliseconds that the collector gets for an answer, and for what is left at the end. */
const ANSWER_MS = 5000
const END_MS = 2000
/** Milliseconds between two exports of metrics. */
const METRICS_MS = 60_000
/** Spans that wait at most: what comes to more is left out. */
const MAX_WAITING = 2048

/** Whose spans and metrics they are. */
const SCOPE = { name: 'helioroom' }

/** Requests, jobs and what else begins by itself that are traced in a second; what comes to more is left out whole. */
const ROOTS_A_SECOND = 50

/** All of them share one budget. */
const ROOTS = 'roots'

const KINDS: Readonly<Record<SpanStart['kind'], SpanKind>> = {
  request: SpanKind.SERVER,
  operation: SpanKind.INTERNAL,
  statement: SpanKind.CLIENT,
  storage: SpanKind.CLIENT,
  job: SpanKind.CONSUMER,
}

/** What its header said: version, trace, span, flags; see parentIn. */
function contextIn(traceparent: string): SpanContext {
  const [, traceId = '', spanId = ''] = traceparent.split('-')
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true }
}

const timeOf = (ms: number): HrTime => [Math.floor(ms / 1000), Math.round((ms % 1000) * 1_000_000)]
/** Epoch milliseconds, with what comes behind their point. */
const now = (): number => performance.timeOrigin + performance.now()

const ids = new RandomIdGenerator()
const UNSET = { code: SpanStatusCode.UNSET }
// Without its message, which may name something.
const FAILED = { code: SpanStatusCode.ERROR }
const NONE: never[] = []

/**
 * A span as the exporters take it. Those of the SDK cost a list a fifth of its rate, since they can be changed from all sides
 * until they end.
 */
class OwnSpan implements Span, ReadableSpan {
  readonly name: string
  readonly kind: SpanKind
  readonly parentSpanContext?: SpanContext
  readonly startTime: HrTime
  readonly links = NONE
  readonly events = NONE
  readonly droppedAttributesCount = 0
  readonly droppedEventsCount = 0
  readonly droppedLinksCount = 0
  readonly resource: Resource
  readonly instrumentationScope = SCOPE
  status = UNSET
  attributes: Facts
  endTime: HrTime = [0, 0]
  duration: HrTime = [0, 0]
  ended = false
  readonly #context: SpanContext
  readonly #from: number
  readonly #onEnd: (span: ReadableSpan) => void

  constructor(
    { name, kind, facts = {} }: SpanStart,
    {
      parent,
      since = now(),
      resource,
      onEnd,
    }: {
      parent: SpanContext | undefined
      since: number | undefined
      resource: Resource
      onEnd: (span: ReadableSpan) => void
    },
  ) {
    this.name = name
    this.kind = KINDS[kind]
    this.attributes = facts
    if (parent) this.parentSpanContext = parent
    this.#context = {
      traceId: parent?.traceId ?? ids.generateTraceId(),
      spanId: ids.generateSpanId(),
      traceFlags: TraceFlags.SAMPLED,
    }
    this.#from = since
    this.startTime = timeOf(since)
    this.resource = resource
    this.#onEnd = onEnd
  }

  spanContext(): SpanContext {
    return this.#context
  }

  get id(): string {
    return `00-${this.#context.traceId}-${this.#context.spanId}-01`
  }

  end({ facts, hasFailed }: Parameters<Span['end']>[0] = {}): void {
    if (this.ended) return
    const to = now()
    this.ended = true
    this.endTime = timeOf(to)
    this.duration = timeOf(to - this.#from)
    if (facts) this.attributes = { ...this.attributes, ...facts }
    if (hasFailed) this.status = FAILED
    this.#onEnd(this)
  }
}

/** The exporters of a protocol, of which only that one is loaded. */
async function exportersOf({
  endpoint,
  protocol,
}: OtlpSettings): Promise<{ traces: SpanExporter; metrics: PushMetricExporter }> {
  const [traces, metrics] =
    protocol === 'http/json'
      ? await Promise.all([
          import('@opentelemetry/exporter-trace-otlp-http'),
          import('@opentelemetry/exporter-metrics-otlp-http'),
        ])
      : await Promise.all([
          import('@opentelemetry/exporter-trace-otlp-proto'),
          import('@opentelemetry/exporter-metrics-otlp-proto'),
        ])
  const common = { timeoutMillis: ANSWER_MS, concurrencyLimit: 2 }
  return {
    traces: new traces.OTLPTraceExporter({ ...common, url: `${endpoint}/v1/traces` }),
    metrics: new metrics.OTLPMetricExporter({ ...common, url: `${endpoint}/v1/metrics` }),
  }
}

/**
 * Sends traces and metrics to a collector (OPS-22). One that is away or slow costs their data and nothing else: they wait
 * within bounds, are left out then, and nobody waits for them.
 * @param about what this process is
 */
export async function startOtlp(
  settings: OtlpSettings,
  about: { version: string; process: string },
): Promise<{
  /** From then on metrics are sent each minute, and once at the end. */
  sendMetrics(read: () => Promise<Registry>): void
  stop(): Promise<void>
}> {
  const exporters = await exportersOf(settings)
  const resource = resourceFromAttributes({
    'service.name': 'helioroom',
    'service.version': about.version,
    'service.instance.id': about.process,
  })
  const waiting = new BatchSpanProcessor({
    exporter: exporters.traces,
    maxQueueSize: MAX_WAITING,
    exportTimeoutMillis: ANSWER_MS,
  })
  const onEnd = (span: ReadableSpan) => waiting.onEnd(span)
  const roots = createBudgets({ capacity: ROOTS_A_SECOND, perSecond: ROOTS_A_SECOND })
  const mayBegin = () => {
    const present = performance.now()
    if (roots.wait(ROOTS, present) > 0) return false
    roots.charge(ROOTS, 1, present)
    return true
  }
  const tracer: Tracer = {
    begin(start, within, since) {
      if (!within && !mayBegin()) return null
      const remote = start.parent ? contextIn(start.parent) : undefined
      const parent = within instanceof OwnSpan ? within.spanContext() : remote
      return new OwnSpan(start, { parent, since, resource, onEnd })
    },
  }
  traceTo(tracer)
  let meters: MeterProvider | undefined
  return {
    sendMetrics(read) {
      const startedAt = Date.now()
      meters = new MeterProvider({
        resource,
        readers: [
          new PeriodicExportingMetricReader({
            exporter: exporters.metrics,
            exportIntervalMillis: METRICS_MS,
            exportTimeoutMillis: ANSWER_MS,
            metricProducers: [
              {
                collect: async () => {
                  const metrics = metricsOf(await (await read()).getMetricsAsJSON(), startedAt)
                  const scopeMetrics = [{ scope: SCOPE, metrics }]
                  return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
                },
              },
            ],
          }),
        ],
      })
    },
    async stop() {
      traceTo(null)
      const ending = Promise.all([waiting.shutdown(), meters?.shutdown()])
      await inTime(ending, END_MS, () => {}).catch(() => {})
    },
  }
}
