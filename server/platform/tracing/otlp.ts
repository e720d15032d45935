import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Registry } from 'prom-client'
import { type Span, type SpanStart, type Tracer, traceTo } from './index.ts'
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

const KINDS: Readonly<Record<SpanStart['kind'], SpanKind>> = {
  request: SpanKind.SERVER,
  operation: SpanKind.INTERNAL,
  statement: SpanKind.CLIENT,
  storage: SpanKind.CLIENT,
  job: SpanKind.CONSUMER,
}

/** What its header said: version, trace, span, flags; see parentIn. */
function contextIn(traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-')
  const context: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, context)
}

const idOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`

class OwnSpan implements Span {
  readonly context: Context
  readonly #span: OtelSpan

  constructor(span: OtelSpan) {
    this.#span = span
    this.context = trace.setSpan(ROOT_CONTEXT, span)
  }

  get id(): string {
    return idOf(this.#span.spanContext())
  }

  end({ facts, hasFailed }: Parameters<Span['end']>[0] = {}): void {
    if (facts) this.#span.setAttributes(facts)
    // Without its message, which may name something.
    if (hasFailed) this.#span.setStatus({ code: SpanStatusCode.ERROR })
    this.#span.end()
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
  const provider = new TracerProvider({
    resource,
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: exporters.traces,
        maxQueueSize: MAX_WAITING,
        exportTimeoutMillis: ANSWER_MS,
      }),
    ],
  })
  const spans = provider.getTracer('helioroom')
  const tracer: Tracer = {
    begin({ name, kind, facts, parent }, within, since) {
      const of = within instanceof OwnSpan ? within.context : parent ? contextIn(parent) : ROOT_CONTEXT
      return new OwnSpan(
        spans.startSpan(
          name,
          {
            kind: KINDS[kind],
            ...(facts && { attributes: facts }),
            ...(since !== undefined && { startTime: since }),
          },
          of,
        ),
      )
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
                  const scopeMetrics = [{ scope: { name: 'helioroom' }, metrics }]
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
      const ending = Promise.all([provider.shutdown(), meters?.shutdown()]).catch(() => {})
      const late = new AbortController()
      await Promise.race([
        ending,
        new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, END_MS)
          late.signal.addEventListener('abort', () => clearTimeout(timer))
        }),
      ])
      late.abort()
    },
  }
}
