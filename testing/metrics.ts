/** What the servers of these tests ask for at /metrics. */
export const TOKEN = 'a-token-of-those-who-watch'

/** What a look at the metrics finds: by name each series with its labels. */
export async function look(address: string) {
  const answer = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  if (answer.status !== 200) throw new Error(`The metrics are answered with ${answer.status}.`)
  const text = await answer.text()
  const series = [...text.matchAll(/^(\w+?)(?:\{(.*)\})? ([-+\d.eNaIinf]+)$/gm)].map(
    ([, name = '', labels = '', value = '']) => ({
      name,
      labels: Object.fromEntries(
        [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, word]) => [key, word]),
      ),
      value: Number(value),
    }),
  )
  const of = (name: string, labels: Record<string, string> = {}) =>
    series.filter(
      (each) =>
        each.name === name && Object.entries(labels).every(([key, word]) => each.labels[key] === word),
    )
  const sum = (name: string, labels?: Record<string, string>) =>
    of(name, labels).reduce((total, { value }) => total + value, 0)
  return { series, of, sum }
}

/** The metrics of OPS-24 with their labels. */
export const METRICS: Readonly<Record<string, readonly string[]>> = {
  helioroom_info: ['version', 'role', 'process', 'migration'],
  helioroom_database_connections: ['pool', 'state'],
  helioroom_database_errors_total: [],
  helioroom_storage_request_duration_seconds_count: ['storage', 'operation', 'outcome'],
  helioroom_storage_full_total: [],
  helioroom_upload_bytes_total: [],
  helioroom_download_bytes_total: [],
  helioroom_sockets: [],
  helioroom_jobs: ['state'],
  helioroom_job_oldest_due_seconds: [],
  helioroom_mails: ['state'],
  helioroom_clock_offset_seconds: [],
  helioroom_backup_last_success_timestamp_seconds: [],
  helioroom_backup_last_verified_timestamp_seconds: [],
  helioroom_backup_failed: [],
}
