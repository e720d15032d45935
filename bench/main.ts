// npm run bench: see README. Prints a table; with --check it fails where a target is missed.
import os from 'node:os'
import { parseArgs } from 'node:util'
import { analytics } from './measures/analytics.ts'
import { archive } from './measures/archive.ts'
import { backOffice } from './measures/backOffice.ts'
import { backup } from './measures/backup.ts'
import { certificate } from './measures/certificate.ts'
import { checklist } from './measures/checklist.ts'
import { cluster } from './measures/cluster.ts'
import { coldPages } from './measures/coldPages.ts'
import { copilot } from './measures/copilot.ts'
import { crm } from './measures/crm.ts'
import { digests } from './measures/digests.ts'
import { events } from './measures/events.ts'
import { finding } from './measures/finding.ts'
import { firstLoad } from './measures/firstLoad.ts'
import { folder } from './measures/folder.ts'
import { growth } from './measures/growth.ts'
import { hiddenNames } from './measures/hiddenNames.ts'
import { history } from './measures/history.ts'
import { hostile } from './measures/hostile.ts'
import { identity } from './measures/identity.ts'
import { list } from './measures/list.ts'
import { map } from './measures/map.ts'
import { memory } from './measures/memory.ts'
import { neighbours } from './measures/neighbours.ts'
import { officePages } from './measures/officePages.ts'
import { oldBytes } from './measures/oldBytes.ts'
import { organisations } from './measures/organisations.ts'
import { pages } from './measures/pages.ts'
import { people } from './measures/people.ts'
import { projectImport } from './measures/projectImport.ts'
import { projectList } from './measures/projectList.ts'
import { proof } from './measures/proof.ts'
import { publishing } from './measures/publishing.ts'
import { questions } from './measures/questions.ts'
import { readers } from './measures/readers.ts'
import { reading } from './measures/reading.ts'
import { record } from './measures/record.ts'
import { redaction } from './measures/redaction.ts'
import { s3 } from './measures/s3.ts'
import { search } from './measures/search.ts'
import { shapes } from './measures/shapes.ts'
import { structure } from './measures/structure.ts'
import { tracing } from './measures/tracing.ts'
import { transfers } from './measures/transfers.ts'
import { uploads } from './measures/uploads.ts'
import { viewer } from './measures/viewer.ts'
import { zip } from './measures/zip.ts'
import type { Figure, Measure } from './support/measure.ts'
import { openStage, type Stage } from './support/stage.ts'
import { isMet, type Target, table } from './support/statistics.ts'

// What changes the large tree comes after all that read it.
const MEASURES: readonly Measure[] = [
  list,
  growth,
  viewer,
  search,
  hiddenNames,
  history,
  folder,
  uploads,
  events,
  transfers,
  memory,
  zip,
  archive,
  certificate,
  analytics,
  firstLoad,
  people,
  oldBytes,
  projectImport,
  projectList,
  coldPages,
  neighbours,
  organisations,
  map,
  shapes,
  questions,
  copilot,
  crm,
  checklist,
  digests,
  hostile,
  backOffice,
  record,
  proof,
  publishing,
  structure,
  identity,
  finding,
  reading,
  redaction,
  pages,
  officePages,
  readers,
  tracing,
  cluster,
  s3,
  backup,
]
const NAMES = MEASURES.map(({ name }) => name).join(', ')
const USAGE = `Usage: npm run bench -- [--only NAME[,NAME…]] [--quick] [--check]
  --only   one or some of ${NAMES}
  --quick  less data and fewer rounds: shows that it works, not how fast
  --check  fails when a target is missed`

class UsageError extends Error {}

function readOptions(): { measures: readonly Measure[]; quick: boolean; check: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string' },
        quick: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
      },
    })
    const names = values.only?.split(',')
    const measures = MEASURES.filter(({ name }) => names?.includes(name) ?? true)
    const unknown = names?.find((name) => !MEASURES.some((measure) => measure.name === name))
    if (unknown !== undefined) throw new UsageError(`There is no measure "${unknown}"; there are ${NAMES}.`)
    return { measures, quick: values.quick, check: values.check }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

const wanted = (target: Target): string =>
  'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`

const verdict = ({ value, target }: Figure): string =>
  target ? (isMet(value, target) ? 'ok' : 'MISSED') : ''

const line = (figure: Figure): string[] => [
  figure.title,
  figure.ours,
  figure.floor,
  figure.shown ?? figure.value.toFixed(2),
  figure.targetShown ?? (figure.target ? wanted(figure.target) : ''),
  verdict(figure),
]

async function run(): Promise<number> {
  const { measures, quick, check } = readOptions()
  const [cpu] = os.cpus()
  const load = os.loadavg()[0] ?? 0
  console.log(
    `${os.availableParallelism()} × ${cpu?.model.trim() ?? 'processor'}, Node ${process.version}, ` +
      `load before the start ${load.toFixed(1)}${quick ? ', quick' : ''}\n`,
  )
  let opened: Promise<Stage> | undefined
  const stage = (): Promise<Stage> => {
    opened ??= openStage(quick ? { small: 2000, large: 20_000 } : { small: 10_000, large: 1_000_000 })
    return opened
  }
  const stop = async () => (await opened)?.close()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)))
  }
  const figures: Figure[] = []
  try {
    for (const measure of measures) {
      console.log(`measuring ${measure.name} …`)
      figures.push(...(await measure.run(stage, { quick })))
    }
  } finally {
    await stop()
  }
  console.log(`\n${table([['measure', 'ours', 'floor', 'result', 'target', ''], ...figures.map(line)])}`)
  return check && figures.some((figure) => verdict(figure) === 'MISSED') ? 1 : 0
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error)
  process.exitCode = 1
}
