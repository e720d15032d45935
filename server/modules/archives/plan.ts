import { groupsAt } from '../../access/past.ts'
import { membersBetween } from '../../access/pastSpans.ts'
import type { Connection } from '../../platform/database/database.ts'
import { namesByIds } from '../accounts/index.ts'
import { lastActivity } from '../activity/index.ts'
import { archivedChecklist } from '../checklists/index.ts'
import {
  type ArchivedPortion,
  archivedAccess,
  archivedGroupFiles,
  archivedRoom,
  dropCertified,
  treeIdsOf,
} from '../documents/index.ts'
import { groupNamesOf, rolesByIds } from '../memberships/index.ts'
import { certifiedLogs, certifiedQuestions } from '../questions/index.ts'
import type { ArchiveAsked, ArchivesDeps } from './asked.ts'
import { programs } from './content.ts'
import { freeNames } from './names.ts'
import { made, Planner } from './planner.ts'
import { deletePlan, type PlannedFile, planUploads } from './store.ts'

/** What is known of an archive as a whole once it is planned. */
export interface ArchiveFacts {
  treeIds: string[]
  subjectIds: string[]
  lastActivity: number
}

/**
 * Puts down what goes into an archive, in place of what a run before had: from then on what is done in the room changes
 * nothing of it.
 */
export async function planArchive(
  deps: ArchivesDeps,
  asked: ArchiveAsked,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps
  const { proofId, room, types, group } = asked
  await deletePlan(db, proofId)
  const plan = new Planner(db, { proofId, organisationId: room.organisationId })
  const facts: ArchiveFacts = {
    treeIds: await treeIdsOf(db, room.portfolioId, types),
    subjectIds: [room.portfolioId],
    lastActivity: await lastActivity(db),
  }
  await planDocuments(db, plan, asked, signal)
  if (group === null) {
    await planAccess(db, plan, asked)
    await planGroups(db, plan, asked)
  } else {
    await planUploads(db, proofId)
  }
  facts.subjectIds.push(...(await planQuestions(deps, plan, asked)))
  await planChecklist(deps, plan, asked)
  await planPages(deps, plan, asked)
  await planCertificates(deps, plan, asked)
  if (group === null) await plan.files([made('record/leaves.bin', 'RECORD', { kind: 'LEAVES' })])
  await plan.files((await programs()).map((name) => made(name, 'PROGRAM', { kind: 'PROGRAM', name })))
  await plan.rows('facts', [facts])
}

async function planDocuments(
  db: ArchivesDeps['db'],
  plan: Planner,
  { proofId, room, types, withVersions, group, at, asker }: ArchiveAsked,
  signal: AbortSignal,
): Promise<void> {
  const portions: AsyncGenerator<ArchivedPortion> =
    group === null
      ? archivedRoom(db, asker, { room, types, withVersions })
      : archivedGroupFiles(db, {
          proofId,
          room,
          types,
          withVersions,
          groupId: group.id,
          member: group.member,
          at,
        })
  try {
    for await (const { folders, documents } of portions) {
      signal.throwIfAborted()
      const people = documents.flatMap(({ versions }) => versions.flatMap(({ personId }) => personId ?? []))
      const names = await namesByIds(db, [...new Set(people)])
      await plan.rows(
        'folders',
        folders.map(({ isStaged, ...folder }) => ({ ...folder, staged: isStaged || null })),
      )
      await plan.rows(
        'documents',
        documents.map(({ isStaged, versions, ...document }) => ({
          ...document,
          staged: isStaged || null,
          versions: versions.map(({ personId, path: _path, source: _source, ...version }) => ({
            ...version,
            by: personId === null ? null : (names.get(personId) ?? null),
          })),
        })),
      )
      await plan.files(
        documents.flatMap(({ id, versions }) =>
          versions.flatMap(({ path, source, at: modifiedAt, size, sha256, id: versionId }): PlannedFile[] =>
            path === null || source === null
              ? []
              : [{ path, kind: source.kind, source, modifiedAt, size, sha256, documentId: id, versionId }],
          ),
        ),
      )
    }
  } finally {
    if (group !== null) await dropCertified(db, proofId)
  }
}

async function planAccess(db: Connection, plan: Planner, { room, types }: ArchiveAsked): Promise<void> {
  const lists = new Map<number, object>()
  const trees: object[] = []
  for (const { tree, root, lists: mine } of await archivedAccess(db, room, types)) {
    const of = tree.permissionsType === 'GROUP' ? 'group' : 'role'
    trees.push({
      tree: tree.treeType,
      principals: tree.permissionsType,
      usualLevel: tree.usualLevel,
      numbering: tree.numbering,
      readersSeeEarlierVersions: tree.readersSeeEarlierVersions,
      allowRootFiles: tree.allowRootFiles,
      access: root,
    })
    for (const { number, open, given, passing } of mine) {
      lists.set(number, {
        number,
        open,
        given: given.map(({ name, level, isRedacted }) => ({
          [of]: name,
          level,
          redacted: isRedacted || null,
        })),
        passing: passing.map((name) => ({ [of]: name })),
      })
    }
  }
  await plan.rows('access', [...lists.values()])
  await plan.rows('trees', trees)
}

async function planGroups(db: Connection, plan: Planner, { room, at }: ArchiveAsked): Promise<void> {
  const moment = at.toISOString()
  const groups = await groupsAt(db, room, moment)
  const roles = new Map(
    (
      await rolesByIds(
        db,
        groups.map(({ held }) => held.roleId),
      )
    ).map(({ id, name }) => [id, name]),
  )
  const interval = { from: new Date(at.getTime() - 1).toISOString(), to: moment }
  const members = await membersBetween(
    db,
    room.organisationId,
    groups.map(({ id }) => id),
    interval,
  )
  const byGroup = Map.groupBy(members, ({ groupId }) => groupId)
  await plan.rows(
    'groups',
    groups.map(({ id, name, held }) => ({
      name,
      role: roles.get(held.roleId) ?? '',
      permissions: held.codenames.toSorted(),
      organisationWide: held.organisationWide,
      members: (byGroup.get(id) ?? []).map(({ name: person, company }) => ({ name: person, company })),
    })),
  )
}

/** @returns ids of logs and questions, which have a history of their own */
async function planQuestions(
  { db, questions }: ArchivesDeps,
  plan: Planner,
  { room, group, asker, at, hasQuestions }: ArchiveAsked,
): Promise<string[]> {
  if (!hasQuestions) return []
  const held =
    group === null
      ? [{ from: '-infinity', to: at.toISOString(), holder: { name: null, actor: asker } }]
      : [group.span]
  const logs = await certifiedLogs(db, room, held)
  const ids: string[] = []
  const names = freeNames()
  const groups = new Map(
    (await groupNamesOf(db, room.organisationId)).map((each) => [each.id, each.name] as const),
  )
  for (const { id, name, restricted, eachParty, groupIds } of logs) {
    ids.push(id)
    const settings = group === null && {
      restricted,
      eachParty,
      groups: groupIds.flatMap((groupId) => groups.get(groupId) ?? []).toSorted(),
      categories: (await questions.choices(asker, 'category', id)).map((each) => each.name),
      topics: (await questions.choices(asker, 'topic', id)).map((each) => each.name),
    }
    await plan.rows('logs', [{ id, name, ...settings }])
    await plan.files([
      made(names.free(`questions/${names.safe(name)}.xlsx`), 'TABLE', {
        kind: 'TABLE',
        of: 'questions',
        log: id,
      }),
    ])
  }
  for await (const portion of certifiedQuestions(db, room, held, { from: '-infinity' })) {
    const questionIds = portion.map(({ id }) => id)
    if (group === null) ids.push(...questionIds)
    const [categories, topics] =
      group === null
        ? await Promise.all([
            questions.choicesOf('category', questionIds),
            questions.choicesOf('topic', questionIds),
          ])
        : [[], []]
    await plan.rows(
      'questions',
      portion.map((each, index) => ({
        id: each.id,
        log: each.logId,
        parent: each.parentId,
        number: each.number,
        askedAt: each.askedAt,
        askedBy: each.askedBy,
        isClosed: each.isClosed || null,
        isPriority: each.isPriority || null,
        text: each.question,
        answeredAt: each.answeredAt,
        answer: each.answer,
        ...(group === null && {
          body: each.body,
          answerBody: each.answerBody,
          categories: (categories[index] ?? []).map(({ name }) => name),
          topics: (topics[index] ?? []).map(({ name }) => name),
        }),
      })),
    )
  }
  return ids
}

async function planChecklist({ db }: ArchivesDeps, plan: Planner, asked: ArchiveAsked): Promise<void> {
  const { asker, group, room, at } = asked
  const reader = group?.member ?? asker
  let isAny = false
  const told = { before: group && at, isWithNames: group === null }
  for await (const rows of archivedChecklist(db, reader, room.portfolioId, told)) {
    await plan.rows('checklist', rows)
    isAny ||= rows.length > 0
  }
  if (!isAny) return
  await plan.files([made('checklist/Checklist.xlsx', 'TABLE', { kind: 'TABLE', of: 'checklist', log: null })])
}

async function planPages({ overview }: ArchivesDeps, plan: Planner, asked: ArchiveAsked): Promise<void> {
  const { asker, group, room, portfolio, at } = asked
  const entity = { id: portfolio.id, place: room, principals: portfolio.subpagePermissions }
  const [pages] = await overview.pages.ofEntities(group?.member ?? asker, [entity])
  const seen = pages?.seen ?? []
  const told = group === null ? seen : await overview.pages.unchangedSince(entity, seen, at)
  const names = freeNames()
  for (const { title, description } of told) {
    const file = names.free(`pages/${names.safe(title)}.pdf`)
    await plan.rows('pages', [{ title, file, text: description }])
    await plan.files([made(file, 'PAGE', { kind: 'PAGE', title, text: description })])
  }
}

async function planCertificates({ files }: ArchivesDeps, plan: Planner, asked: ArchiveAsked): Promise<void> {
  const names = freeNames()
  for (const { fileIds, ...certificate } of asked.certificates) {
    const called = await files.names(fileIds)
    const planned = fileIds.map((fileId) =>
      made(names.free(`certificates/${names.safe(called.get(fileId) ?? fileId)}`), 'CERTIFICATE', {
        kind: 'STORED',
        fileId,
      }),
    )
    await plan.rows('certificates', [{ ...certificate, files: planned.map(({ path }) => path) }])
    await plan.files(planned)
  }
}
