// npm run cluster: see README.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Cluster, ClusterError, type ClusterOptions } from './cluster.ts'

const USAGE = `Usage: npm run cluster -- [--servers N] [--workers N] [--port N] [--files s3|disk]
  --servers  3 unless set
  --workers  2 unless set
  --port     of the address, 3000 unless set; the ports after it are those of the processes
  --files    an object store where the machine has one, else the disk`

const MAX_PROCESSES = 20

function readOptions(): ClusterOptions {
  try {
    const { values } = parseArgs({
      options: {
        servers: { type: 'string', default: '3' },
        workers: { type: 'string', default: '2' },
        port: { type: 'string', default: process.env.PORT ?? '3000' },
        files: { type: 'string' },
      },
    })
    const number = (name: 'servers' | 'workers' | 'port', min: number, max: number): number => {
      const value = Number(values[name])
      if (Number.isInteger(value) && value >= min && value <= max) return value
      throw new Error(`--${name} is a whole number from ${min} to ${max}.`)
    }
    const { files } = values
    if (files !== undefined && files !== 's3' && files !== 'disk') throw new Error('--files is s3 or disk.')
    return {
      dataDir: path.resolve(process.env.DATA_DIR ?? 'data'),
      servers: number('servers', 1, MAX_PROCESSES),
      workers: number('workers', 1, MAX_PROCESSES),
      port: number('port', 1024, 65_000),
      ...(files === undefined ? {} : { files }),
      // What an operator would set for all of them.
      env: Object.fromEntries(
        ['DEMO', 'LOG_LEVEL', 'OCR', 'LIBREOFFICE', 'METRICS_TOKEN'].flatMap((name) =>
          process.env[name] === undefined ? [] : [[name, process.env[name]]],
        ),
      ),
    }
  } catch (error) {
    throw new ClusterError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

let cluster: Cluster | undefined
let stopping: Promise<void> | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stopping ??= (cluster?.stop() ?? Promise.resolve()).finally(() => process.exit(process.exitCode ?? 0))
  })
}
try {
  const options = readOptions()
  cluster = new Cluster(options)
  await cluster.start()
  const { servers, workers } = cluster
  console.log(
    `Helioroom is ready at ${cluster.url}: ${servers.length} servers, ${workers.length} workers, ` +
      `files ${cluster.store ? 'in an object store' : 'on the disk'}. See ${path.join(options.dataDir, 'cluster.json')}.`,
  )
} catch (error) {
  process.exitCode = 1
  if (!stopping) console.error(error instanceof ClusterError ? error.message : error)
  if (stopping) await stopping
  process.exit()
}
