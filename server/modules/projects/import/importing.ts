import { createHash } from 'node:crypto'
import type { Actor } from '../../../access/actor.ts'
import { badInput, conflict, forbidden, notFound } from '../../../access/errors.ts'
import { reauthorise } from '../../../access/reauthorise.ts'
import { roomScope } from '../../../access/scopes.ts'
import { assertRevision } from '../../../contracts/revisions.ts'
import type { UploadedFile } from '../../../contracts/uploadedFile.ts'
import { readUploadedSheet, type SheetRule } from '../../../contracts/uploadedSheet.ts'
import type { Connection, Database, Tx } from '../../../platform/database/database.ts'
import { rowLock, withLock } from '../../../platform/database/withLock.ts'
import type { Hooks } from '../../../platform/hooks.ts'
import { isId, newId } from '../../../platform/ids.ts'
import type { Sheet, SheetReader } from '../../../platform/spreadsheets/read/index.ts'
import { recordBy } from '../../activity/index.ts'
import { type Funds, maySetUpRoom, type PortfolioRow } from '../../funds/index.ts'
import { projectsRefused } from '../core/hooks.ts'
import { partsOf } from '../core/parts.ts'
import { projectsIn } from '../core/store.ts'
import {
  insertProjects,
  offtakersByName,
  replaceContracts,
  replaceOfftakers,
  updateProjects,
} from '../core/writing.ts'
import { type Plan, planOf } from './plan.ts'
import type { PlannedRow, Present } from './rows.ts'
import { templateOf } from './template.ts'

/** A file of projects (IMP-01, transport.md 3): its rows besides the one that names the columns. */
const SHEET: SheetRule = {
  kinds: { xlsx: 'xlsx' },
  maxBytes: 26_214_400,
  tooLarge: 'The file is larger than 25 MB. Split it into smaller files and upload them one by one.',
  limits: { rows: 20_000, heads: 1, cells: 800_000 },
}

/** What a file would do, and the mark by which a confirmation says that it saw exactly this. */
export interface Preview {
  plan: Plan
  fingerprint: string
}

/** Projects out of spreadsheets into a deal room; for DEALROOM_ADMIN on it and ORG_ADMIN (IMP-13). */
export interface ProjectImports {
  /** @throws NOT_FOUND for a portfolio that is not in view, FORBIDDEN without the right */
  template(actor: Actor, portfolioId: string): Promise<Buffer>
  /**
   * What the file would do; nothing is written (IMP-03).
   * @throws as template, BAD_USER_INPUT with the sentence for a file that can't be read
   */
  preview(actor: Actor, portfolioId: string, file: UploadedFile): Promise<Preview>
  /**
   * Does what the file says, all of it or nothing (IMP-12).
   * @param fingerprint of the preview that is confirmed
   * @throws as preview, BAD_USER_INPUT for a file with errors, CONFLICT where file or projects are not those that were
   * previewed
   */
  confirm(
    actor: Actor,
    portfolioId: string,
    file: UploadedFile,
    fingerprint: string | null,
  ): Promise<{ added: number; changed: number }>
}

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64url')

/** Of the file and of all that it does to what stands there: two parts, so that a refusal says which one differs. */
function fingerprintOf(fileHash: string, portfolioId: string, plan: Plan): string {
  const effects = plan.rows.map(({ row, present, values, contracts, offtakerIds, changes }) => [
    row,
    present && [present.project.id, present.project.revision],
    changes.size > 0 && values,
    contracts,
    offtakerIds,
  ])
  return `${fileHash}.${sha256(JSON.stringify([portfolioId, effects, plan.issues]))}`
}

export function createImports(db: Database, funds: Funds, reader: SheetReader, hooks: Hooks): ProjectImports {
  const portfolioFor = async (actor: Actor, portfolioId: string): Promise<PortfolioRow> => {
    const portfolio = isId(portfolioId) ? await funds.portfolio(actor, portfolioId) : null
    if (!portfolio) throw notFound('Portfolio')
    if (!maySetUpRoom(actor, roomScope(portfolio))) throw forbidden()
    return portfolio
  }
  const presentIn = async (on: Connection, portfolioId: string, forUpdate = false): Promise<Present[]> => {
    const projects = await projectsIn(on, portfolioId, { forUpdate })
    const parts = await partsOf(
      on,
      projects.map(({ id }) => id),
    )
    return projects.flatMap((project, at) => {
      const mine = parts[at]
      return mine ? [{ project, parts: mine }] : []
    })
  }
  const plan = async (
    on: Connection,
    portfolio: PortfolioRow,
    sheet: Sheet,
    forUpdate = false,
  ): Promise<Plan> => {
    const made = planOf(sheet, {
      present: await presentIn(on, portfolio.id, forUpdate),
      offtakers: await offtakersByName(on, portfolio.organisationId),
    })
    const count = made.rows.filter(({ present }) => present === null).length
    const refusals =
      count > 0 ? await hooks.ask(projectsRefused, on, { portfolioId: portfolio.id, count }) : []
    const ofFile = { isError: true, row: null, header: null, address: null }
    return {
      ...made,
      issues: [
        ...refusals.flatMap((message) => (message === null ? [] : [{ ...ofFile, message }])),
        ...made.issues,
      ],
    }
  }
  return {
    template: async (actor, portfolioId) => {
      const { id } = await portfolioFor(actor, portfolioId)
      return templateOf(await presentIn(db, id))
    },
    preview: async (actor, portfolioId, file) => {
      const portfolio = await portfolioFor(actor, portfolioId)
      const { sheet, hash } = await readSheet(reader, file)
      const made = await plan(db, portfolio, sheet)
      return { plan: made, fingerprint: fingerprintOf(hash, portfolio.id, made) }
    },
    confirm: async (actor, portfolioId, file, fingerprint) => {
      const portfolio = await portfolioFor(actor, portfolioId)
      const { sheet, hash } = await readSheet(reader, file)
      if (fingerprint !== null && fingerprint.split('.')[0] !== hash) {
        throw conflict('The file is not the one that was previewed. Please go back and upload it again.')
      }
      return withLock(db, rowLock('portfolio', portfolio.id), async (tx) => {
        await reauthorise(tx, actor, (now) => {
          if (!maySetUpRoom(now, roomScope(portfolio))) throw forbidden()
        })
        const made = await plan(tx, portfolio, sheet, true)
        assertRevision({
          of: 'projects',
          known: fingerprint,
          now: fingerprintOf(hash, portfolio.id, made),
          what: 'projects of this portfolio',
          newer: null,
        })
        const errors = made.issues.filter(({ isError }) => isError)
        if (errors.length > 0) {
          throw badInput(
            `The file has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}. Please correct it and upload it again.`,
          )
        }
        return write(tx, actor, portfolio, made)
      })
    },
  }
}

/** The sheet of projects in an uploaded file, and the hash of the file. @throws BAD_USER_INPUT with the sentence */
async function readSheet(reader: SheetReader, file: UploadedFile): Promise<{ sheet: Sheet; hash: string }> {
  const hash = createHash('sha256')
  const sheets = await readUploadedSheet(reader, file, SHEET, (part) => hash.update(part))
  const sheet = sheets.find(({ name }) => name === 'Projects') ?? sheets[0]
  if (!sheet) throw badInput('The file has no sheet.')
  return { sheet, hash: hash.digest('base64url') }
}

const isChanged = (row: PlannedRow): boolean => row.changes.size > 0

/** Writes a plan without errors, in statements that don't grow with its rows. */
async function write(
  tx: Tx,
  actor: Actor,
  { id: portfolioId, organisationId }: PortfolioRow,
  { rows }: Plan,
): Promise<{ added: number; changed: number }> {
  const added = rows.filter(({ present }) => present === null)
  const changed = rows.flatMap((row) =>
    row.present && isChanged(row) ? [{ row, id: row.present.project.id }] : [],
  )
  const importId = newId()
  await insertProjects(
    tx,
    added.map(({ values, contracts, offtakerIds }) => ({
      ...values,
      id: newId(),
      organisationId,
      portfolioIds: [portfolioId],
      contracts: contracts ?? [],
      offtakerIds: offtakerIds ?? [],
      savedBy: actor.personId,
      importId,
    })),
  )
  await updateProjects(
    tx,
    changed.map(({ row, id }) => ({ ...row.values, id })),
    actor.personId,
  )
  await replaceContracts(
    tx,
    new Map(changed.flatMap(({ row, id }) => (row.contracts ? [[id, row.contracts] as const] : []))),
  )
  await replaceOfftakers(
    tx,
    new Map(changed.flatMap(({ row, id }) => (row.offtakerIds ? [[id, row.offtakerIds] as const] : []))),
  )
  await recordBy(tx, actor, [
    {
      kind: 'IMPORT_PROJECTS',
      organisationId,
      subject: { kind: 'portfolio', id: portfolioId },
      detail: { added: added.length, changed: changed.length },
    },
  ])
  return { added: added.length, changed: changed.length }
}
