import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../server/access/actor.ts'
import { loadActor } from '../server/access/loadActor.ts'
import { personsByIds } from '../server/modules/accounts/index.ts'
import type { DocumentNode } from '../server/modules/documents/index.ts'
import { newId } from '../server/platform/ids.ts'
import { Client } from '../testing/client.ts'
import { testDatabase } from '../testing/database/index.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { stored } from '../testing/stored.ts'
import { buildDemo } from './builder/index.ts'
import type { DemoServices } from './builder/services.ts'
import { DEMO_PASSWORD, demoPlan } from './content/index.ts'
import { filesReadBy, isDeleted, treeName, treeOfSlug } from './expected.ts'
import { newcomerLink } from './newcomer.ts'
import type { DemoTree } from './plan.ts'
import { demoServices } from './services.ts'

const database = testDatabase()
const plan = demoPlan()
const valley = treeOfSlug(plan, 'DOCUMENTS', 'republican-valley-portfolio')
const treeIds = new Map<DemoTree, string>()
const lines: string[] = []
let server: TestServer
let summary: Awaited<ReturnType<typeof buildDemo>>

beforeAll(async () => {
  server = await startTestServer(database, { SUPPORT_EMAIL: 'support@fund.example' })
  const { services, storage } = server.app
  const target = demoServices({ db: database.db, services, storage })
  const remembering: DemoServices = {
    ...target,
    createTree: async (tree, ids) => {
      const id = await target.createTree(tree, ids)
      treeIds.set(tree, id)
      return id
    },
  }
  summary = await buildDemo(remembering, plan, (line) => lines.push(line))
}, 180_000)
afterAll(() => server.close())

const actorOf = async (email: string): Promise<Actor> => {
  const { id } = await database.db
    .selectFrom('person')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return loadActor(database.db, id, newId())
}

interface Seen {
  readonly files: readonly string[]
  readonly folders: readonly string[]
  readonly nodes: ReadonlyMap<string, DocumentNode>
}

/** Everything that a person comes across from the root down. */
const walk = async (email: string, tree: DemoTree): Promise<Seen> => {
  const { documents } = server.app.services
  const actor = await actorOf(email)
  const nodes = new Map<string, DocumentNode>()
  const visit = async (folder: DocumentNode, path: string): Promise<void> => {
    for (const node of await documents.children(folder, { limit: 200, offset: 0 })) {
      const name = path === '' ? node.name : `${path}/${node.name}`
      nodes.set(name, node)
      if (node.isFolder) await visit(node, name)
    }
  }
  await visit(await documents.document(actor, treeIds.get(tree) ?? '', null), '')
  const named = (isFolder: boolean) =>
    [...nodes].filter(([, node]) => node.isFolder === isFolder).map(([name]) => name)
  return { files: named(false).toSorted(), folders: named(true).toSorted(), nodes }
}

describe('through the real services', () => {
  test('ORG-07 HOME-01 companies have logos, and some portfolios a cover', async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      `select name from company where logo_id is not null
       union all select name from portfolio where cover_id is not null`,
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(plan.pictures.map(({ of }) => of).sort())
  })

  test('BO-41 everything of the plan is there, to the byte', async () => {
    const files = plan.trees.reduce((sum, tree) => sum + tree.files.length, 0)
    expect(summary).toMatchObject({ people: plan.people.length, files })
    const { bytes } = await database.db
      .selectFrom('document_version')
      .select((eb) => eb.fn.sum<string>('size').as('bytes'))
      .executeTakeFirstOrThrow()
    expect(summary.bytes).toBe(Number(bytes))
    expect(lines).toHaveLength(plan.trees.length)
    expect(treeIds.size).toBe(plan.trees.length)
  })

  test.each(
    ['dealadmin', 'contributor', 'viewer', 'bidder', 'member2', 'usersadmin']
      .map((name) => `${name}@demo.example`)
      .concat('aisha.devereux@calder.example'),
  )(
    'PERM-10 PERM-11 %s comes across the files of the bidders’ room that are meant for them, no other',
    async (email) => {
      expect((await walk(email, valley)).files).toEqual(filesReadBy(plan, email, valley))
    },
  )

  test('PERM-10 a bidder sees no folder that holds nothing for them, nor its name', async () => {
    const { folders } = await walk('bidder@demo.example', valley)
    expect(folders).toContain('08 Bids/Northwind')
    expect(folders).toContain('07 Financial model/07.4 Bidder base case')
    for (const hidden of [
      '08 Bids/Calder',
      '07 Financial model/07.1 Model',
      '06 Insurance and tax/06.2 Tax equity',
    ]) {
      expect(folders).not.toContain(hidden)
    }
  })

  test.each(plan.trees.map((tree) => [treeName(tree), tree] as const))(
    '%s holds its files, each uploaded at its moment',
    async (_, tree) => {
      const { nodes, files } = await walk('super@demo.example', tree)
      expect(files).toEqual(filesReadBy(plan, 'super@demo.example', tree))
      for (const file of tree.files.filter((each) => !isDeleted(tree, each))) {
        const path = file.folder === '' ? file.name : `${file.folder}/${file.name}`
        const last = tree.files.findLast((each) => each.folder === file.folder && each.name === file.name)
        expect(nodes.get(path)?.modifiedAt.toISOString()).toBe(last?.at)
      }
    },
  )

  test('a room whose rights go by role shows its internal folder to contributors alone', async () => {
    const hudson = treeOfSlug(plan, 'DOCUMENTS', 'hudson-rooftops')
    const theo = 'theo.lindgren@meridian.example'
    const wanda = 'wanda.kowalczyk@meridian.example'
    expect((await walk(theo, hudson)).folders).toContain('3 Internal')
    expect((await walk(wanda, hudson)).folders).toEqual(['1 Offtake', '2 Photographs'])
  })

  test('a file filed again is the next version, and the last one is what opens', async () => {
    const name = 'Harlan County Solar - title commitment.pdf'
    const { nodes } = await walk('viewer@demo.example', valley)
    const node = nodes.get(`02 Real estate/02.2 Title/${name}`)
    const versions = await database.db
      .selectFrom('document_version')
      .select(['number', 'id'])
      .where('document_id', '=', node?.id ?? '')
      .orderBy('number')
      .execute()
    expect(versions.map((version) => version.number)).toEqual([1, 2, 3])
    expect(node?.versionId).toBe(versions[2]?.id)
    const bytes = await stored(server.app.storage, node?.versionId ?? '')
    const last = await valley.files.findLast((file) => file.name === name)?.make()
    expect(bytes.equals(last ?? Buffer.alloc(0))).toBe(true)
  })

  test('DRM-25 a draft opens for administrators of its organisation alone', async () => {
    const { funds } = server.app.services
    const namesOf = async (email: string) =>
      (await funds.portfolios(await actorOf(email), {})).map((portfolio) => portfolio.name)
    expect(await namesOf('orgadmin@demo.example')).toContain('Llano Estacado Expansion')
    expect(await namesOf('contributor@demo.example')).not.toContain('Llano Estacado Expansion')
    expect(await namesOf('outsider@demo.example')).toEqual([])
    expect(await namesOf('super@demo.example')).toHaveLength(plan.portfolios.length)
  })

  test('one room is in preparation and one is closing', async () => {
    const { rows } = await database.pool.query<{ name: string; phase: string }>(
      `select p.name, r.phase from room_phase r join portfolio p on p.id = r.portfolio_id order by p.name`,
    )
    expect(rows).toEqual([
      { name: 'Llano Estacado Expansion', phase: 'PREPARATION' },
      { name: 'Mojave Storage Pair', phase: 'CLOSING' },
    ])
  })

  test('a room has a publication to come, and files that are staged; a certificate and an archive are asked for', async () => {
    const piedmont = treeOfSlug(plan, 'DOCUMENTS', 'piedmont-community-solar')
    const files = async (email: string) => (await walk(email, piedmont)).files
    const staged = piedmont.files.flatMap(({ staged: is, folder, name }) => (is ? `${folder}/${name}` : []))
    expect(staged).toHaveLength(3)
    expect(await files('contributor@demo.example')).toEqual(expect.arrayContaining(staged))
    const bidders = await files('bidder@demo.example')
    expect(bidders.filter((path) => staged.includes(path))).toEqual([])
    const waits = async (email: string) => {
      const client = new Client(server.address)
      await client.signIn(email, DEMO_PASSWORD)
      const { data } = await client.graphql('{ waitingForMe { kind title } }')
      const { waitingForMe } = data as { waitingForMe: { kind: string; title: string }[] }
      return waitingForMe.flatMap(({ kind, title }) => (kind === 'STAGED' ? title : []))
    }
    expect(await waits('orgadmin@demo.example')).toEqual(['3 entries staged'])
    expect(await waits('bidder@demo.example')).toEqual([])
    const { rows: published } = await database.pool.query(
      `select title, published_at is not null as done from publication`,
    )
    expect(published).toEqual([{ title: 'Permits of November', done: false }])
    const { rows: asked } = await database.pool.query<{ name: string; kind: string }>(
      `select p.name, r.kind, r.group_name as of from room_proof r join portfolio p on p.id = r.portfolio_id order by p.name`,
    )
    expect(asked).toEqual([
      { name: 'Mojave Storage Pair', kind: 'ARCHIVE', of: null },
      { name: 'Republican Valley Portfolio', kind: 'CERTIFICATE', of: 'Bidder: Northwind' },
    ])
  })

  test('EULA-10 everybody has signed in and accepted the licence; the newcomer is invited, and has no account', async () => {
    const people = await database.db
      .selectFrom('person')
      .leftJoin('licence_acceptance', 'licence_acceptance.person_id', 'person.id')
      .select(['email', 'last_login_at', 'accepted_at'])
      .execute()
    expect(people).toHaveLength(plan.people.filter(({ invitedBy }) => invitedBy === null).length)
    for (const person of people) {
      expect(person.last_login_at, person.email).not.toBeNull()
      expect(person.accepted_at, person.email).not.toBeNull()
    }
    const link = await newcomerLink(database.db, server.app.services)
    const token = link?.split('/').at(-1) ?? ''
    const client = new Client(server.address)
    const { data } = await client.graphql(
      'query($token: String!) { invitationByToken(token: $token) { organizationName email hasAccount } }',
      { token },
    )
    expect(data?.invitationByToken).toEqual({
      organizationName: 'Segue Infrastructure',
      email: 'newcomer@demo.example',
      hasAccount: false,
    })
    const { memberships } = server.app.services
    const { waiting } = await memberships.invitations.counts(
      await actorOf('usersadmin@demo.example'),
      'segue-infra',
    )
    expect(waiting).toBeGreaterThan(3)
    const { rows } = await database.pool.query('select recipient from mail_outbox')
    expect(rows.map(({ recipient }) => recipient)).not.toContain('marcus.feld@lakeshore.example')
  })
})

test('the access log of a room tells of readers, and of nothing that they could not read', async () => {
  const treeId = treeIds.get(valley) ?? ''
  const { rows } = await database.pool.query<{ email: string; id: string }>(
    `select distinct p.email, a.document_id as id from activity a join person p on p.id = a.person_id
     where a.tree_id = $1 and a.kind in ('VIEW', 'DOWNLOAD')`,
    [treeId],
  )
  expect(new Set(rows.map((row) => row.email)).size).toBeGreaterThan(5)
  const { documents } = server.app.services
  for (const [email, read] of Map.groupBy(rows, (row) => row.email)) {
    const actor = await actorOf(email)
    for (const { id } of read) expect((await documents.document(actor, treeId, id)).id).toBe(id)
  }
})

test('the tickets of the plan are there as their people sent them, and nobody is mailed about them', async () => {
  const { tickets } = await server.app.services.support.tickets(await actorOf('super@demo.example'), {
    search: null,
    state: null,
    ordering: 'createdAt',
    limit: 200,
    offset: 0,
  })
  const people = await personsByIds(
    database.db,
    tickets.map(({ personId }) => personId),
  )
  const shown = tickets.map(({ issue, description, createdAt, state }, at) => ({
    by: people[at]?.email,
    issue,
    description,
    at: createdAt.toISOString(),
    state,
  }))
  expect(shown).toEqual(plan.tickets)
  const { rows } = await database.pool.query('select recipient from mail_outbox')
  const waiting = await database.pool.query('select id from notification')
  expect([...rows, ...waiting.rows]).toEqual([])
})

test('CHK-43 CHK-44 the checklists of the plan are there: 60 rows in 8 categories, cells by phase, and nobody is mailed', async () => {
  const { checklists, funds } = server.app.services
  const admin = await actorOf('orgadmin@demo.example')
  const shown: Record<string, unknown> = {}
  for (const { portfolio, comments } of plan.checklists) {
    const room = await funds.portfolioBySlug(admin, portfolio)
    const [checklist] = await checklists.active(admin, room?.id ?? '')
    if (!checklist) throw new Error(`${portfolio} has no checklist.`)
    const [parents = []] = await checklists.categories([checklist.id])
    const [items = []] = await checklists.items(admin, [checklist])
    const children = new Set(parents.flatMap((parent) => parent.children.map(({ id }) => id)))
    expect([parents.length, children.size]).toEqual([8, 60])
    expect(items.reduce((sum, { commentCount }) => sum + commentCount, 0)).toBe(comments.length)
    expect(new Set(items.map(({ status }) => status)).size).toBe(7)
    shown[portfolio] = items.filter(({ categoryId }) => children.has(categoryId)).length
  }
  // Eight rows are asked of sites in operation alone.
  const built = (slug: string) =>
    plan.projects.filter((each) => each.portfolio === slug && each.phase === 'NEW_BUILD')
  expect(shown).toEqual({
    'prairie-sun-ii': 14 * 60,
    'republican-valley-portfolio': 5 * 60 - 8 * built('republican-valley-portfolio').length,
  })
  expect((await database.pool.query('select id from notification')).rows).toEqual([])
})

test('QA-42 QA-43 QA-44 CHK-47 two bidders ask in one log and comment in one cell, each for itself, with a draft of their own; the deal team has drafts of answers', async () => {
  const { checklists, funds, questions } = server.app.services
  const admin = await actorOf('dealadmin@demo.example')
  const room = await funds.portfolioBySlug(admin, 'republican-valley-portfolio')
  const [logs = []] = await questions.logsOf(admin, [room?.id ?? ''])
  expect(logs.map(({ eachParty }) => eachParty)).toEqual([false, false, true])
  const log = logs.find(({ eachParty }) => eachParty)
  const seenBy = async (email: string) =>
    questions.page(await actorOf(email), log?.id ?? '', { filter: 'ALL', limit: 200, offset: 0 })
  const [asAdmin, northwind, calder] = await Promise.all(
    ['dealadmin@demo.example', 'bidder@demo.example', 'aisha.devereux@calder.example'].map(seenBy),
  )
  const planned = plan.logs.find(({ visibility }) => visibility === 'EACH_PARTY')
  const all = planned?.questions.flatMap(({ followUps = [], ...each }) => [each, ...followUps]) ?? []
  const isNorthwind = ({ by }: { by: string }) => !by.endsWith('calder.example')
  const isAsked = ({ state }: { state?: string }) => state !== 'DRAFT'
  expect(northwind?.map(({ isDraft }) => isDraft).filter(Boolean)).toHaveLength(1)
  expect(calder?.map(({ isDraft }) => isDraft).filter(Boolean)).toHaveLength(1)
  // What was published to everybody is there besides.
  expect(northwind).toHaveLength(all.filter(isNorthwind).length + 1)
  expect(calder).toHaveLength(all.filter((each) => !isNorthwind(each)).length + 1)
  expect(asAdmin).toHaveLength(all.filter(isAsked).length + 1)
  expect(asAdmin?.filter(({ answerDraft }) => answerDraft).length).toBe(2)
  expect([...(northwind ?? []), ...(calder ?? [])].filter(({ answerDraft }) => answerDraft)).toEqual([])

  const commentsOf = async (email: string) => {
    const actor = await actorOf(email)
    const [checklist] = await checklists.active(actor, room?.id ?? '')
    if (!checklist) throw new Error('The room has no checklist.')
    const [items = []] = await checklists.items(actor, [checklist])
    return items.reduce((sum, { commentCount }) => sum + commentCount, 0)
  }
  const ofParties = plan.checklists.flatMap(({ comments }) => comments).filter(({ audience }) => audience)
  const counts = await Promise.all(
    ['dealadmin@demo.example', 'bidder@demo.example', 'aisha.devereux@calder.example'].map(commentsOf),
  )
  expect(ofParties).toHaveLength(3)
  expect(counts[1]).toBe(counts[2])
  expect(counts[0]).toBeGreaterThan((counts[1] ?? 0) + ofParties.length)
})

test('a bidder may only view a folder of which others have the files', async () => {
  const { documents } = server.app.services
  const [path = ''] = Object.keys(valley.viewOnly ?? {})
  const levelsOf = async (email: string) => {
    const { nodes } = await walk(email, valley)
    const within = [...nodes].filter(([at]) => at.startsWith(`${path}/`)).map(([, node]) => node)
    return new Set((await documents.levels.accesses(within)).map(({ level }) => level))
  }
  expect(await levelsOf('bidder@demo.example')).toEqual(new Set(['VIEW']))
  expect(await levelsOf('aisha.devereux@calder.example')).toEqual(new Set(['ORIGINAL']))
})

test('a bidder is given one contract without its sums of money, once these are redacted', async () => {
  const { documents } = server.app.services
  const [redacted] = valley.redacted ?? []
  const treeId = treeIds.get(valley) ?? ''
  const given = async (email: string) => {
    const { nodes } = await walk(email, valley)
    const node = nodes.get(redacted?.path ?? '')
    const [access] = await documents.levels.accesses(node ? [node] : [])
    return { id: node?.id ?? '', access }
  }
  const { id, access } = await given('bidder@demo.example')
  expect(access).toEqual({ level: 'VIEW', rendition: 'REDACTED' })
  expect((await given('aisha.devereux@calder.example')).access?.rendition).toBe('FULL')
  const admin = await actorOf('dealadmin@demo.example')
  const [redaction] = await documents.redactions.list(
    admin,
    { treeId, documentId: id },
    { limit: 1, offset: 0 },
  )
  expect(redaction).toMatchObject({ state: 'APPLYING', failure: null })
  expect(redaction?.markCount).toBeGreaterThanOrEqual(4)
})

test('what was filed after the last visit of a lender is new to them, and to who was never there nothing is', async () => {
  const prairie = treeOfSlug(plan, 'DOCUMENTS', 'prairie-sun-ii')
  const asked = async (email: string) => {
    const client = new Client(server.address)
    await client.signIn(email, DEMO_PASSWORD)
    const { data } = await client.graphql(
      'query($treeId: ID!) { newDocuments(treeId: $treeId) { items { name } } }',
      { treeId: treeIds.get(prairie) },
    )
    const { items } = (data as { newDocuments: { items: { name: string }[] } }).newDocuments
    return items.map(({ name }) => name).toSorted()
  }
  expect(await asked('viewer@demo.example')).toEqual([
    'Curtailment log 2025.csv',
    'Offtaker credit summary 2026 Q3.xlsx',
    'Prairie Sun II - operating model.xlsx',
  ])
  expect(await asked('contributor@demo.example')).toEqual([])
})

test('DOC-44 of a file with three versions the second was withdrawn by who administers the room', async () => {
  const { documents } = server.app.services
  const admin = await actorOf('dealadmin@demo.example')
  const [withdrawn] = valley.withdrawn ?? []
  const { nodes } = await walk('dealadmin@demo.example', valley)
  const node = nodes.get(withdrawn?.path ?? '')
  const of = { treeId: treeIds.get(valley) ?? '', documentId: node?.id ?? '' }
  const page = { limit: 200, offset: 0 }
  const versions = await documents.versions.list(admin, of, page)
  expect(versions.map(({ number, withdrawnBy }) => [number, withdrawnBy])).toEqual([
    [3, null],
    [2, admin.personId],
    [1, null],
  ])
  // Readers see what it is now and nothing else.
  expect(await documents.versions.list(await actorOf('bidder@demo.example'), of, page)).toHaveLength(1)
})
