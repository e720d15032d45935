import { type HrTime, ValueType } from '@opentelemetry/api'
import { AggregationTemporality, DataPointType, type MetricData } from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, MetricValueWithName } from 'prom-client'

type Counted = MetricObjectWithValues<MetricValue<string>>

const timeOf = (ms: number): HrTime => [Math.floor(ms / 1000), (ms % 1000) * 1_000_000]

/** What `/metrics` says, as the collector takes it. @param startedAt epoch milliseconds at which counting began */
export function metricsOf(counted: readonly Counted[], startedAt: number): MetricData[] {
  const times = { startTime: timeOf(startedAt), endTime: timeOf(Date.now()) }
  return counted.flatMap((metric) => {
    const common = {
      descriptor: {
        name: metric.name,
        description: metric.help,
        unit: metric.name.includes('_seconds') ? 's' : metric.name.includes('_bytes') ? 'By' : '1',
        valueType: ValueType.DOUBLE,
      },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    }
    const points = () => metric.values.map(({ labels, value }) => ({ ...times, attributes: labels, value }))
    // prom-client types it as an enumeration, and says it as a word.
    switch (String(metric.type)) {
      case 'counter':
        return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() }
      case 'gauge':
        return { ...common, dataPointType: DataPointType.GAUGE, dataPoints: points() }
      case 'histogram':
        return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(metric, times) }
      default:
        return []
    }
  })
}

/** Of each set of labels its buckets, which Prometheus counts up to each bound, and the collector between them. */
function histogramsOf(metric: Counted, times: { startTime: HrTime; endTime: HrTime }) {
  const series = new Map<
    string,
    { labels: Record<string, string | number>; values: MetricValueWithName<string>[] }
  >()
  for (const value of metric.values as MetricValueWithName<string>[]) {
    const { le: _le, ...labels } = value.labels as Record<string, string | number>
    const key = JSON.stringify(labels)
    const one = series.get(key) ?? { labels, values: [] }
    one.values.push(value)
    series.set(key, one)
  }
  return [...series.values()].map(({ labels, values }) => {
    const upTo = values
      .filter(({ labels: { le } }) => le !== undefined)
      .map(({ labels: { le }, value }) => ({
        bound: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le),
        value,
      }))
      .sort((one, other) => one.bound - other.bound)
    const named = (end: string) =>
      values.find(({ metricName }) => metricName === `${metric.name}_${end}`)?.value ?? 0
    return {
      ...times,
      attributes: labels,
      value: {
        buckets: {
          boundaries: upTo.map(({ bound }) => bound).filter(Number.isFinite),
          counts: upTo.map(({ value }, at) => value - (upTo[at - 1]?.value ?? 0)),
        },
        sum: named('sum'),
        count: named('count'),
      },
    }
  })
}
