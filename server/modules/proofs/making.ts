import type { Actor } from '../../access/actor.ts'
import { forbidden } from '../../access/errors.ts'
import { memberAt, recordOfAccess } from '../../access/past.ts'
import {
  type GroupSpan,
  groupsBetween,
  membersBetween,
  type PhaseChange,
  phasesBetween,
  spansOfGroup,
} from '../../access/pastSpans.ts'
import { reauthorise } from '../../access/reauthorise.ts'
import { scopeOf } from '../../access/scopes.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobRun } from '../../platform/jobs/index.ts'
import { trueNow } from '../../platform/trueTime.ts'
import { NoRecord } from '../archives/index.ts'
import { certifiedFiles, dropCertified } from '../documents/index.ts'
import { defineStoredFile, type Files } from '../files/index.ts'
import type { Funds } from '../funds/index.ts'
import type { Organisations } from '../organisations/index.ts'
import { certifiedQuestions } from '../questions/index.ts'
import type { Checkpoint, RecordDoor } from '../record/index.ts'
import { failRun, RunSuperseded } from './failures.ts'
import { makesProofs, mayHave, type Part, type Room } from './policy.ts'
import { type Certified, type CertifiedParts, sectionsOf } from './sections.ts'
import { claimProof, type ProofRow, type ProofRun, updateProof } from './store.ts'
import { type OnRows, writePdf, writeSheets } from './written.ts'

export interface MakingDeps {
  db: Database
  files: Pick<Files, 'keep'>
  funds: Pick<Funds, 'portfolio'>
  organisations: Pick<Organisations, 'openById'>
  record: Pick<RecordDoor, 'sign' | 'covers'>
  /** The product with its version. */
  product: string
  /** What the actor knows whole in a room. */
  partsKnown: (actor: Actor, room: Room) => Part[]
}

/** Nobody sends such files. */
export const CERTIFICATE = defineStoredFile({ name: 'certificate', maxBytes: 0, types: [], refusal: '' })

/** Milliseconds between two checks whether it was cancelled; progress is written with them. */
const TICK_MS = 500
/** Bytes of a row in the files, roughly; only for the space that is reserved. */
const ROW_BYTES = 300
const HEAD_BYTES = 400_000

/** A checkpoint of the record with everything until the moment. @throws where the record lags behind for a minute; NoRecord */
async function checkpointAfter(
  record: MakingDeps['record'],
  organisationId: string,
  moment: Date,
  signal: AbortSignal,
): Promise<Checkpoint> {
  await record.covers(moment, signal)
  const checkpoint = await record.sign(organisationId)
  if (!checkpoint) throw new NoRecord()
  return checkpoint
}

/** Progress of both files together, and whether the run counts still. */
function createProgress(db: Database, run: ProofRun, { signal }: JobRun, rows: number): OnRows {
  let done = 0
  let writtenAt = 0
  return async (count) => {
    done += count
    if (Date.now() - writtenAt < TICK_MS) return
    signal.throwIfAborted()
    writtenAt = Date.now()
    const progress = Math.min(0.99, done / Math.max(1, 2 * rows))
    if (!(await updateProof(db, run, { progress }))) throw new RunSuperseded()
  }
}

/** What is told of the group's questions, or of all. */
async function questionsOf(
  { db }: MakingDeps,
  proof: ProofRow,
  asker: Actor,
): Promise<CertifiedParts['questions']> {
  if (!proof.covers.includes('QUESTIONS')) return null
  const room = scopeOf(proof)
  const interval = intervalOf(proof)
  const held =
    proof.groupId === null
      ? [{ ...interval, holder: { name: null, actor: asker } }]
      : await spansOfGroup(db, room, { groupId: proof.groupId, treeIds: [] }, interval)
  return () => certifiedQuestions(db, room, held, interval)
}

const intervalOf = ({ from, to }: ProofRow) => ({ from: from.toISOString(), to: to.toISOString() })

const timeOf = (at: Date | null, otherwise: number): number => at?.getTime() ?? otherwise

/**
 * The phases of a room as a group could see them, while it had access: that the room is being closed concerns its admins alone
 * (STAGE-01).
 */
function phasesSeen(phases: readonly PhaseChange[], groups: readonly GroupSpan[]): PhaseChange[] {
  const spans = groups.map(({ since, until, endsAt }) => ({
    since: timeOf(since, -Infinity),
    until: Math.min(timeOf(until, Infinity), timeOf(endsAt, Infinity)),
  }))
  return phases
    .flatMap(({ at, phase, by }, index): PhaseChange[] => {
      const from = timeOf(at, -Infinity)
      const to = timeOf(phases[index + 1]?.at ?? null, Infinity)
      const began = Math.min(
        ...spans.flatMap(({ since, until }) => (since < to && until > from ? since : [])),
      )
      if (began === Infinity) return []
      return [{ at: began > from ? new Date(began) : at, phase: phase === 'CLOSING' ? 'OPEN' : phase, by }]
    })
    .filter(({ phase }, index, seen) => phase !== seen[index - 1]?.phase)
}

async function partsOf(deps: MakingDeps, proof: ProofRow, asker: Actor): Promise<CertifiedParts> {
  const { db } = deps
  const room = scopeOf(proof)
  const { groupId, covers } = proof
  const interval = intervalOf(proof)
  const groups = await groupsBetween(db, room, groupId, interval)
  const groupIds = [...new Set(groups.map((group) => group.groupId))]
  const members = await membersBetween(db, room.organisationId, groupIds, interval)
  const { now } = await recordOfAccess(db)
  const reader = groupId === null ? asker : ((await memberAt(db, groupId, room, now))?.actor ?? null)
  const phases = await phasesBetween(db, room, interval)
  return {
    phases: groupId === null ? phases : phasesSeen(phases, groups),
    groups,
    members,
    files: await certifiedFiles(db, {
      proofId: proof.id,
      room,
      types: covers.filter((part) => part !== 'QUESTIONS'),
      groupId,
      interval,
      reader,
      members: groupId === null ? null : members,
    }),
    questions: await questionsOf(deps, proof, asker),
    isOfGroup: groupId !== null,
  }
}

const fileName = (slug: string, { groupName, to }: ProofRow): string => {
  const group = groupName?.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') ?? ''
  return `${slug}-certificate${group === '' ? '' : `-${group}`}-${to.toISOString().slice(0, 10)}`
}

/** Makes the files of a run: the PDF, then the spreadsheet, neither of them whole in memory. */
async function make(deps: MakingDeps, run: ProofRun, job: JobRun): Promise<void> {
  const { db, files, record } = deps
  const { proof } = run
  const room = scopeOf(proof)
  const holder = { personId: proof.personId, sessionId: proof.sessionId ?? '', sessionBound: false }
  const asker = await reauthorise(db, holder, (now) => {
    if (!makesProofs(now, room) || !mayHave(deps.partsKnown(now, room), proof.covers)) throw forbidden()
    return now
  })
  const portfolio = await deps.funds.portfolio(asker, proof.portfolioId)
  const organisation = await deps.organisations.openById(asker, proof.organisationId)
  if (!portfolio || !organisation) throw forbidden()
  const checkpoint = await checkpointAfter(record, proof.organisationId, proof.to, job.signal)
  const parts = await partsOf(deps, proof, asker)
  const { count, versions: _versions, uses: _uses } = parts.files
  const certified: Certified = {
    room: portfolio.name,
    organisation: organisation.name,
    group: proof.groupName,
    from: proof.from,
    to: proof.to,
    covers: proof.covers,
    product: deps.product,
    issued: new Date(trueNow()),
    checkpoint,
  }
  const sections = sectionsOf(parts, certified)
  const rows = count.files + count.uses + parts.members.length + parts.groups.length
  const onRows = createProgress(db, run, job, rows)
  const name = fileName(portfolio.slug, proof)
  const about = HEAD_BYTES + rows * ROW_BYTES
  let pdfBytes = 0
  const kept = async (changed: Promise<boolean>): Promise<void> => {
    if (!(await changed)) throw new RunSuperseded()
  }
  await files.keep(
    CERTIFICATE,
    {
      ownerId: proof.id,
      name: `${name}.pdf`,
      bytes: { about, make: (write) => writePdf(certified, sections, onRows, write) },
    },
    (tx, id, { size, sha256 }) => {
      pdfBytes = size
      return kept(updateProof(tx, run, { pdf_file_id: id, size, sha256 }))
    },
  )
  await files.keep(
    CERTIFICATE,
    {
      ownerId: proof.id,
      name: `${name}.xlsx`,
      bytes: { about, make: (write) => writeSheets(certified, sections, onRows, write) },
    },
    (tx, id, { size }) =>
      kept(updateProof(tx, run, { sheet_file_id: id, size: pdfBytes + size, state: 'READY', progress: 1 })),
  )
}

/** The job of a certificate (PROOF-09). One that was killed is made anew: what it had kept belongs to nothing. */
export async function makeProof(deps: MakingDeps, proofId: string, job: JobRun): Promise<void> {
  const run = await claimProof(deps.db, proofId)
  if (!run) return
  try {
    await make(deps, run, job)
  } catch (error) {
    await failRun(deps.db, run, { error, job })
  } finally {
    await dropCertified(deps.db, proofId)
  }
}
