// npm run scale-data: see docs/scale.md. Fills an empty database with generated rows, or measures statements on one.
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConfig } from '../../server/config.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { databaseFromConfig } from '../../server/platform/database/embedded/from-config.ts'
import { ConfigError } from '../../server/settings.ts'
import { fill, NotEmptyError } from './fill.ts'
import { type Measured, measureStatements } from './statements.ts'

const USAGE = `Usage: npm run scale-data -- --organisations N --documents N
       npm run scale-data -- --measure FILE [--beside FILE]
  --organisations  how many, at least 1; the database of the settings has to be empty
  --documents      of all of them together, at least 1,000 for each two rooms of an organisation
  --measure        writes the times of the twenty statements that pages and jobs run most
  --beside         prints them beside those of another database, as a table`

class UsageError extends Error {}

const shortened = (text: string): string =>
  (text.length > 110 ? `${text.slice(0, 109)}…` : text).replaceAll('|', '\\|').replaceAll('`', "'")

/** Rows of a table in Markdown. */
function tableOf(measured: readonly Measured[], beside: readonly Measured[]): string {
  const rows = measured.map(({ text, runs, ms, plan }, at) => {
    const other = beside.find((each) => each.text === text)?.ms
    return `| ${at + 1} | \`${shortened(text)}\` | ${runs} | ${other?.toFixed(2) ?? '–'} | ${ms.toFixed(2)} | ${plan} |`
  })
  return ['| | Statement | Runs | before, ms | here, ms | Plan |', '|---|---|---|---|---|---|', ...rows].join(
    '\n',
  )
}

const whole = (text: string | undefined): number => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError('--organisations and --documents are whole numbers.')
  return number
}

const readMeasured = (file: string): Measured[] => JSON.parse(readFileSync(file, 'utf8'))

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      organisations: { type: 'string' },
      documents: { type: 'string' },
      measure: { type: 'string' },
      beside: { type: 'string' },
    },
  })
  const silent = () => {}
  const log = { debug: silent, info: silent, warn: console.warn, error: console.error }
  const wanted = values.measure === undefined && {
    organisations: whole(values.organisations),
    documents: whole(values.documents),
  }
  const { poolConfig, stop } = await databaseFromConfig(readConfig(process.env), log)
  try {
    if (wanted) return await fill(poolConfig, wanted, console.log)
    const database = { ...openDatabase(poolConfig, { workers: 1 }), poolConfig }
    try {
      const { rows } = await database.pool.query<{ count: number }>(
        'select count(*)::int as count from organisation',
      )
      const measured = await measureStatements(database, rows[0]?.count ?? 0)
      writeFileSync(values.measure ?? '', `${JSON.stringify(measured, null, 2)}\n`)
      console.log(tableOf(measured, values.beside === undefined ? [] : readMeasured(values.beside)))
    } finally {
      await database.close()
    }
  } finally {
    await stop()
  }
}

try {
  await run()
} catch (error) {
  const isPlain =
    error instanceof UsageError || error instanceof NotEmptyError || error instanceof ConfigError
  console.error(isPlain ? error.message : error)
  if (error instanceof UsageError) console.error(USAGE)
  process.exitCode = 1
}
process.exit()
