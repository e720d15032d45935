import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { secretKeyFile } from '../../server/platform/dataDir.ts'
import type { ServerInput } from '../server.ts'
import { figureOf, listCalls, listRounds } from '../support/folderList.ts'
import { compare } from '../support/load.ts'
import type { Measure } from '../support/measure.ts'
import { startProgram } from '../support/program.ts'

/** Takes what it is sent, and reads none of it. */
async function startCollector(): Promise<{ endpoint: string; close(): void }> {
  const server = http.createServer((request, answer) => {
    request.resume().on('end', () => answer.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Lists of a server that sends traces to a collector, against those of one that sends none. */
export const tracing: Measure = {
  name: 'tracing',
  run: async (stage, options) => {
    const { world, product, connection, dataDir, signIn } = await stage()
    const collector = await startCollector()
    const traced = await startProgram('server.ts', {
      dataDir: path.join(dataDir, 'traced'),
      connection,
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
        SECRET_KEY: readFileSync(secretKeyFile(dataDir), 'utf8').trim(),
      },
    } satisfies ServerInput)
    try {
      const calls = listCalls(await signIn(world.viewer), world.small)
      const comparison = await compare(
        { program: traced, calls },
        { program: product, calls },
        listRounds(options),
      )
      return [figureOf('folder list, 200 rows, traced against not traced', comparison, { atLeast: 0.95 })]
    } finally {
      await traced.stop()
      collector.close()
    }
  },
}
