// The product as server/main.ts composes it, without the limits of what a caller may ask.
import type pg from 'pg'
import { createApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { knownAs } from '../server/http/graphql/knownText.ts'
import { KNOWN_TEXTS } from '../server/knownTexts.generated.ts'
import { createLog } from '../server/log.ts'
import { openDatabase } from '../server/platform/database/database.ts'
import { loadSecretKey } from '../server/platform/dataDir.ts'
import type { OtlpSettings } from '../server/platform/tracing/otlp.ts'
import { productVersion } from '../server/product.ts'
import { trust } from '../testing/oidc/index.ts'
import { NO_CALLER_LIMITS } from '../testing/server.ts'
import { serveBench } from './support/program.ts'
import { COMPILED_TEXTS } from './support/texts.ts'

/** What bench/main.ts hands over. */
export interface ServerInput {
  readonly dataDir: string
  readonly connection: pg.PoolConfig
  /** Settings besides. */
  readonly env?: Readonly<Record<string, string>>
  /** Certificate of a server that it trusts. */
  readonly trusted?: string
}

/** As server/main.ts does, before the database is opened. */
async function startOtlp(settings: OtlpSettings) {
  const { startOtlp: start } = await import('../server/platform/tracing/otlp.ts')
  return start(settings, { version: productVersion(), process: 'bench' })
}

const { dataDir, connection, env = {}, trusted }: ServerInput = JSON.parse(process.argv[2] ?? '')
if (trusted !== undefined) trust(trusted)
const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...env })
const collector = config.otlp && (await startOtlp(config.otlp))
const opened = openDatabase(connection)
const measured = COMPILED_TEXTS.map(knownAs)
const app = await createApp({
  config,
  secret: loadSecretKey(config),
  log: createLog(config),
  ...opened,
  callerLimits: NO_CALLER_LIMITS,
  knownTexts: new Set([...KNOWN_TEXTS, ...measured]),
})
const { port } = await app.listen()
serveBench(port, async () => {
  await app.close()
  await collector?.stop()
  await opened.close()
})
