import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertProjects, NOTHING_KNOWN } from '../../server/modules/projects/index.ts'
import { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import { Room } from '../room.ts'
import { all, type Call, outcome, outcomes, type RightsFund, rightsFund } from './rights.ts'
import { uploadFile } from './uploads.ts'

const database = testDatabase()
const make = factories(database)
let fund: RightsFund

beforeAll(async () => {
  fund = await rightsFund(database)
})
afterAll(() => fund.server.close())

test('ORG-08 ORG-44 a collection has count, stats and entities; without DEALROOM_VIEW the landing has nothing', async () => {
  const landing = `query {
    diligence(orgSlug: "rights-fund") { count stats { projectCount maxSize minSize totalSize } entities { name slug } }
    acquired(orgSlug: "rights-fund") { count entities { name } }
    market(orgSlug: "rights-fund") { count entities { name } }
    acquiredProjectsStats(orgSlug: "rights-fund") { count totalCapacity }
  }`
  const seen = async (client: Client) => (await client.graphql(landing)).data
  expect(await seen(await fund.without('ORG_ADMIN'))).toMatchObject({
    diligence: {
      count: 1,
      stats: { projectCount: 1, maxSize: 500, minSize: 500, totalSize: 500 },
      entities: [{ name: 'Rights', slug: fund.slug }],
    },
    acquiredProjectsStats: { count: 0, totalCapacity: 0 },
  })
  expect(await seen(await fund.without('ORG_ADMIN', 'DEALROOM_VIEW'))).toMatchObject({
    diligence: { count: 0, stats: { projectCount: 0, totalSize: 0 }, entities: [] },
    acquired: { count: 0, entities: [] },
    market: { count: 0, entities: [] },
  })
})

test('ORG-45 without DEALROOM_ADMIN nobody sets up a deal room, its trees or its projects', async () => {
  const documents = await make.tree(fund.place)
  const other = await make.portfolio({ organisationId: fund.organisationId, name: 'Without documents' })
  const id = fund.place.portfolioId
  const file = () => new File(['Name'], 'projects.csv')
  const calls: Record<string, Call> = {
    updatePortfolio: [
      'mutation($id: ID!) { updatePortfolio(orgSlug: "rights-fund", portfolioId: $id, headerEnabled: true) { portfolio { id } } }',
      { id },
    ],
    createDocumentTree: [
      'mutation($id: ID!) { createDocumentTree(orgSlug: "rights-fund", portfolioId: $id) { __typename } }',
      { id: other.id },
    ],
    updateDocumentTree: [
      'mutation($id: ID!) { updateDocumentTree(treeId: $id, permissionType: GROUP) { __typename } }',
      { id: documents },
    ],
    exportProjectTemplate: [
      'query($id: ID!) { exportProjectTemplate(portfolioId: $id) { fileContent } }',
      { id },
    ],
    importProjects: [
      'mutation($id: ID!, $file: Upload!) { importProjects(portfolioId: $id, file: $file) { errors } }',
      { id, file: file() },
    ],
    confirmImportProjects: [
      'mutation($id: ID!, $file: Upload!) { confirmImportProjects(portfolioId: $id, file: $file) { success } }',
      { id, file: file() },
    ],
    deletePortfolio: [
      'mutation($id: ID!) { deletePortfolio(orgSlug: "rights-fund", portfolioId: $id) { id } }',
      { id: other.id },
    ],
  }
  expect(await outcomes(await fund.without('ORG_ADMIN', 'DEALROOM_ADMIN'), calls)).toEqual(
    all(calls, 'refused'),
  )
  expect(await outcomes(await fund.without('ORG_ADMIN'), calls)).toEqual(all(calls, 'answered'))
})

test('ORG-55 without REPORTS_EDIT nothing is added to or changed in reports; without REPORTS_ADMIN nothing is deleted or permitted', async () => {
  const treeId = await make.tree({ ...fund.place, type: 'REPORTS' })
  const admin = await fund.without('ORG_ADMIN')
  const room = new Room(admin, treeId)
  const [from, to] = await room.createFolders(['Quarterly', 'Annual'])
  const file = await uploadFile(admin, treeId, from?.id ?? '', 'Q3.pdf')
  const groupId = await make.group({
    organisationId: fund.organisationId,
    role: 'Viewer',
    portfolioIds: [fund.place.portfolioId],
  })
  const given = { treeId, id: file, from: from?.id, to: to?.id }
  const editing: Record<string, Call> = {
    createFolder: [
      'mutation($treeId: ID!) { createFolder(treeId: $treeId, name: "Monthly") { folder { id } } }',
      given,
    ],
    documentsCreateFolders: [
      'mutation($treeId: ID!) { documentsCreateFolders(treeId: $treeId, folderPaths: ["Daily"]) { __typename } }',
      given,
    ],
    renameDocument: [
      'mutation($treeId: ID!, $id: ID!) { renameDocument(treeId: $treeId, documentId: $id, name: "Third.pdf") { error } }',
      given,
    ],
    move: [
      'mutation($treeId: ID!, $to: ID!, $id: ID!) { move(treeId: $treeId, destinationParentId: $to, sourceDocumentIds: [$id]) { __typename } }',
      given,
    ],
    documentsPresignUploads: [
      'mutation($treeId: ID!, $to: ID!) { documentsPresignUploads(treeId: $treeId, files: [{ name: "Q4.pdf", size: 4, parentId: $to }]) { __typename } }',
      given,
    ],
    documentsConfirmUploads: [
      'mutation($treeId: ID!) { documentsConfirmUploads(treeId: $treeId, uploads: []) { __typename } }',
      given,
    ],
  }
  const administering: Record<string, Call> = {
    updateDocumentPermission: [
      `mutation($treeId: ID!, $permission: ID!) {
        updateDocumentPermission(treeId: $treeId, documentPermissionId: $permission, permissible: false) { __typename }
      }`,
      { treeId, permission: `${file}:${groupId}` },
    ],
    removeDocumentsDryRun: [
      'mutation($treeId: ID!, $id: ID!) { removeDocumentsDryRun(treeId: $treeId, documentIds: [$id]) { __typename } }',
      given,
    ],
    removeDocuments: [
      'mutation($treeId: ID!, $id: ID!) { removeDocuments(treeId: $treeId, documentIds: [$id]) { __typename } }',
      given,
    ],
  }
  const reader = await fund.without('ORG_ADMIN', 'REPORTS_EDIT', 'REPORTS_ADMIN')
  const editor = await fund.without('ORG_ADMIN', 'REPORTS_ADMIN')
  expect(await outcomes(reader, editing)).toEqual(all(editing, 'refused'))
  expect(await outcomes(editor, administering)).toEqual(all(administering, 'refused'))
  expect(await outcomes(editor, editing)).toEqual(all(editing, 'answered'))
  expect(await outcomes(admin, administering)).toEqual(all(administering, 'answered'))
})

test('ORG-65 without ORG_ADMIN nobody opens a deal room, whatever else they may', async () => {
  const create: Call = [
    'mutation { createPortfolio(orgSlug: "rights-fund", name: "Another") { portfolio { id } errors { field } } }',
  ]
  expect(await outcome(await fund.without('ORG_ADMIN'), create)).toBe('refused')
  expect(await outcome(await fund.without(), create)).toBe('answered')
})

test('ORG-02 who administers two organisations sees in each its own rooms, projects, reporting, O&M, users and groups', async () => {
  const email = 'both@rights.example'
  const personId = await make.person({ email, password: PASSWORD })
  const answers: Record<string, string> = {}
  const own = (name: string) => ({ name, slug: name.toLowerCase().replaceAll(' ', '-') })
  const two = [own('First Fund'), own('Second Fund')]
  for (const { name } of two) {
    const id = await make.organisation({ name })
    const portfolio = await make.portfolio({ organisationId: id, name: `Room of ${name}` })
    await make.holdingCompany({ organisationId: id, name: `Company of ${name}`, enableReports: true })
    await database.db
      .transaction()
      .execute((tx) =>
        insertProjects(tx, [
          { ...NOTHING_KNOWN, organisationId: id, portfolioIds: [portfolio.id], name: `Site of ${name}` },
        ]),
      )
    const groupId = await make.group({
      organisationId: id,
      name: `Group of ${name}`,
      role: 'Organisation Admin',
      organisationWide: true,
    })
    await make.member(groupId, personId)
    const colleague = await make.person({ email: `member.of.${own(name).slug}@rights.example` })
    await make.member(groupId, colleague)
  }
  const client = new Client(fund.server.address)
  await client.signIn(email, PASSWORD)
  for (const { name, slug: orgSlug } of two) {
    const { data, errors } = await client.graphql(
      `query($orgSlug: String!) {
        dealRooms(orgSlug: $orgSlug) { count portfolios { name } }
        projects(orgSlug: $orgSlug) { projects { name } }
        holdingCompanies(orgSlug: $orgSlug) { name }
        oAndMPartners(orgSlug: $orgSlug) { name }
        orgUsers(orgSlug: $orgSlug) { email }
        orgUserGroups(orgSlug: $orgSlug) { name }
      }`,
      { orgSlug },
    )
    expect(errors).toEqual([])
    answers[name] = JSON.stringify(data)
    expect(data).toMatchObject({
      dealRooms: { count: 1, portfolios: [{ name: `Room of ${name}` }] },
      projects: { projects: [{ name: `Site of ${name}` }] },
      orgUserGroups: [{ name: `Group of ${name}` }],
    })
    expect(answers[name]).toContain(`member.of.${orgSlug}@rights.example`)
  }
  expect(answers['First Fund']).not.toMatch(/second/i)
  expect(answers['Second Fund']).not.toMatch(/first/i)
})

test('DRM-23 ORG-46 a portfolio has its figures, organisation and tree; without OVERVIEW_VIEW no pages, media, timelines and yields', async () => {
  const { id: portfolioId } = await make.portfolio({
    organisationId: fund.organisationId,
    name: 'With overview',
  })
  const treeId = await make.tree({ organisationId: fund.organisationId, portfolioId })
  const admin = await fund.without('ORG_ADMIN')
  const { data } = await admin.graphql(
    `mutation($id: ID!) {
      createSubpage(subjectId: $id, subjectType: PORTFOLIO, title: "Summary") { subpage { id } }
      createTimeline(subjectId: $id, subjectType: PORTFOLIO) { id }
    }`,
    { id: portfolioId },
  )
  const made = data as { createSubpage: { subpage: { id: string } }; createTimeline: { id: string } }
  await database.pool.query(
    `insert into net_yield (id, portfolio_id, year, actual_energy, p50, p90) values (gen_random_uuid(), $1, 2025, 9, 10, 8)`,
    [portfolioId],
  )
  await database.pool.query(
    `insert into operating_stats (entity_id, portfolio_id, start_date, actual_expenses, forecast_expenses, actual_production,
       forecast_production, actual_revenue, forecast_revenue) values ($1, $1, '2026-01-01', 1, 2, 3, 4, 5, 6)`,
    [portfolioId],
  )
  const read = async (client: Client) =>
    (
      await client.graphql(
        `query($id: ID!) {
          portfolio(id: $id) {
            org { name slug } documentsTree { id permissionsType } subpages { title } netYields { year }
            operatingStats {
              startDate actualExpenses forecastExpenses actualProduction forecastProduction actualRevenue forecastRevenue
            }
          }
        }`,
        { id: portfolioId },
      )
    ).data
  expect(await read(admin)).toEqual({
    portfolio: {
      org: { name: 'Rights Fund', slug: 'rights-fund' },
      documentsTree: { id: treeId, permissionsType: 'GROUP' },
      subpages: [{ title: 'Summary' }],
      netYields: [{ year: 2025 }],
      operatingStats: {
        startDate: '2026-01-01',
        actualExpenses: 1,
        forecastExpenses: 2,
        actualProduction: 3,
        forecastProduction: 4,
        actualRevenue: 5,
        forecastRevenue: 6,
      },
    },
  })
  const calls: Record<string, Call> = {
    timeline: ['query($id: ID!) { timeline(timelineId: $id) { id } }', { id: made.createTimeline.id }],
    subpageMedia: [
      'query($id: ID!) { subpageMedia(subpageId: $id, subjectType: PORTFOLIO) { id } }',
      { id: made.createSubpage.subpage.id },
    ],
  }
  const blind = await fund.without('ORG_ADMIN', 'OVERVIEW_VIEW', 'DEALROOM_ADMIN')
  expect(await read(blind)).toMatchObject({ portfolio: { subpages: [], netYields: [] } })
  expect(await outcomes(blind, calls)).toEqual(all(calls, 'refused'))
  const seeing = await fund.without('ORG_ADMIN', 'DEALROOM_ADMIN')
  expect(await outcomes(seeing, calls)).toEqual({ timeline: 'answered', subpageMedia: 'nothing' })
})
