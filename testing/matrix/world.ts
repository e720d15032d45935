import { insertProjects, NOTHING_KNOWN } from '../../server/modules/projects/index.ts'
import type { Permission } from '../../shared/permissions.ts'
import { Client } from '../client.ts'
import type { TestDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import type { TestServer } from '../server.ts'
import {
  archiveOf,
  askQuestions,
  checklistOf,
  commentsOf,
  createLabel,
  proofOf,
  sendTicket,
  uploadContacts,
  writeOverview,
  zipOf,
} from './content.ts'
import { fillNext, type NextRoom } from './next.ts'
import { uploadFile } from './uploads.ts'

/**
 * All callers, from staff to nobody; each asks every field of the matrix. Those after `foreign` hold two roles at two
 * places, so that what looks at a role without its place gives them too much.
 */
export const PERSONAS = [
  'superUser',
  'orgAdmin',
  'usersAdmin',
  'dealAdmin',
  'contributor',
  'viewer',
  'bidder',
  'rival',
  'reports',
  'guest',
  'outsider',
  'foreign',
  'viewerAdminNext',
  'viewerBidderNext',
  'viewerAdminAbroad',
  'guestAdminCompany',
  'nextAdmin',
  'signedOut',
] as const
export type Persona = (typeof PERSONAS)[number]

/** Whose rights they have on the portfolio, whatever they hold elsewhere. */
export const AS_HERE: Partial<Record<Persona, Persona>> = {
  viewerAdminNext: 'viewer',
  viewerBidderNext: 'viewer',
  viewerAdminAbroad: 'viewer',
  guestAdminCompany: 'guest',
}

/** What they hold elsewhere: on the next portfolio, on the holding company, or in the foreign organisation. */
const ELSEWHERE: Partial<Record<Persona, { at: 'next' | 'company' | 'abroad'; role: string }>> = {
  viewerAdminNext: { at: 'next', role: 'Deal Room Admin' },
  viewerBidderNext: { at: 'next', role: 'Bidder' },
  viewerAdminAbroad: { at: 'abroad', role: 'Organisation Admin' },
  guestAdminCompany: { at: 'company', role: 'Deal Room Admin' },
  nextAdmin: { at: 'next', role: 'Deal Room Admin' },
  foreign: { at: 'abroad', role: 'Organisation Admin' },
}

/** Default role, or exact permissions, of each persona on the portfolio. */
const ROLES: Partial<Record<Persona, string | readonly Permission[]>> = {
  orgAdmin: 'Organisation Admin',
  usersAdmin: ['USERS_ADMIN'],
  dealAdmin: 'Deal Room Admin',
  contributor: 'Contributor',
  viewer: 'Viewer',
  bidder: 'Bidder',
  rival: 'Bidder',
  reports: ['REPORTS_VIEW'],
  guest: ['DEALROOM_VIEW'],
}
const roleHere = (persona: Persona) => ROLES[AS_HERE[persona] ?? persona]

/** Whose groups reach the holding company, too; administering people is no sight of it (ORG-26). */
const IN_COMPANY: ReadonlySet<Persona> = new Set<Persona>(['dealAdmin', 'usersAdmin', 'reports', 'bidder'])

export interface World {
  clients: Record<Persona, Client>
  /** Ids of the personas; none of whoever is signed out. */
  people: Record<Persona, string>
  portfolio: { id: string; slug: string }
  draft: { id: string; slug: string }
  /** Open to deal admin, reports reader and bidder, and to nobody who only administers. */
  company: { id: string; slug: string }
  documents: string
  reports: string
  openFolder: string
  openFile: string
  /** Denied to the bidder alone. */
  closedFolder: string
  closedFile: string
  /** Its only version. */
  closedVersion: string
  reportFile: string
  bidderGroup: string
  /** Asked for by the viewer; waits for its job. */
  zip: string
  /** Certificate of the bare room. */
  proof: string
  /** Archive of everything in the bare room, with links of it for each of these to take back. */
  archive: string
  archiveLinks: Partial<Record<Persona, string>>
  /** A portfolio in which the same people are, without documents. */
  bare: { id: string; slug: string }
  /** Where the people of two places hold their other role. */
  next: NextRoom
  /** One for each who may remove it, as it is there once. */
  closing: Partial<Record<Persona, string>>
  /** In the portfolio. */
  project: string
  /** Of the portfolio, with an item of the project and the category above it. */
  checklist: string
  item: string
  /** The bidder's comments on it: one for each persona to remove. */
  comments: Readonly<Record<string, string | undefined>>
  parentItem: string
  /** Inactive, so that nobody opens it. */
  idleChecklist: string
  idleItem: string
  /** Of the organisation; on the open and the closed file. */
  label: string
  /** Sent to the support by the viewer. */
  ticket: string
  /** A file of contacts that the organisation's admin has uploaded. */
  contacts: string
  /** Of the organisation, off; its domain waits. */
  ssoConnection: string
  /** With a delivery of the organisation, and one of its holding company. */
  webhook: string
  webhookDelivery: string
  companyDelivery: string
  spareWebhooks: readonly string[]
  /** Token of an invitation that waits, into the viewer's group. */
  invitation: string
  /** Token of the viewer's own, which is accepted. */
  membership: string
  viewerGroup: string
  orgAdminGroup: string
  /** Roles, and a group without anybody in it. */
  viewerRole: string
  orgAdminRole: string
  spareGroup: string
  /** Of the portfolio: one open to all who see questions, and one restricted to the bidder's group. */
  log: string
  closedLog: string
  /** In the open and in the restricted log, both answered; with a category of each log. */
  question: string
  closedQuestion: string
  /** Pages of the portfolio's overview, one restricted to the bidder's group; a timeline and its milestone. */
  openPage: string
  closedPage: string
  /** An image of `openPage`, without its bytes. */
  image: string
  timeline: string
  milestone: string
  category: string
  topic: string
}

/**
 * One fund with a portfolio, a folder that is closed to the bidder, a report, a draft, and a second organisation
 * with a person of its own.
 */
export async function createWorld(database: TestDatabase, server: TestServer): Promise<World> {
  const make = factories(database)
  const organisationId = await make.organisation({ name: 'Matrix Fund', documentLabels: true, copilot: true })
  const portfolio = await make.portfolio({ organisationId, name: 'Matrix One' })
  const draft = await make.portfolio({ organisationId, name: 'Matrix Draft', status: 'DRAFT' })
  const company = await make.holdingCompany({ organisationId, name: 'Matrix Company' })
  for (const type of ['DOCUMENTS', 'REPORTS'] as const) {
    await make.tree({ organisationId, holdingCompanyId: company.id, type })
  }
  const bare = await make.portfolio({ organisationId, name: 'Matrix Two' })
  const next = await make.portfolio({ organisationId, name: 'Matrix Next' })
  const foreignId = await make.organisation({ name: 'Foreign Fund' })
  const abroad = await make.portfolio({ organisationId: foreignId })
  const closing: Partial<Record<Persona, string>> = {}
  for (const persona of ['superUser', 'orgAdmin', 'dealAdmin'] as const) {
    closing[persona] = (await make.portfolio({ organisationId, name: `Closed by ${persona}` })).id
  }
  const at = { organisationId, portfolioId: portfolio.id }
  const [project = ''] = await database.db.transaction().execute((tx) =>
    insertProjects(tx, [
      { ...NOTHING_KNOWN, organisationId, portfolioIds: [portfolio.id], name: 'Matrix Solar', capacity: 120 },
      { ...NOTHING_KNOWN, organisationId, portfolioIds: [draft.id], name: 'Matrix Draft Solar' },
    ]),
  )
  const [checklist, parentItem, item] = await checklistOf(database, portfolio.id, true)
  const [idleChecklist, , idleItem] = await checklistOf(database, portfolio.id, false)
  const documents = await make.tree(at)
  const reports = await make.tree({ ...at, type: 'REPORTS' })
  const people = {} as Record<Persona, string>
  const groups = new Map<Persona, string>()
  for (const persona of PERSONAS.filter((each) => each !== 'signedOut')) {
    const personId = await make.person({
      email: `${persona.toLowerCase()}@matrix.example`,
      password: PASSWORD,
      isSuperUser: persona === 'superUser',
    })
    people[persona] = personId
    const role = roleHere(persona)
    if (role) {
      const groupId = await make.group({
        organisationId,
        name: `${AS_HERE[persona] ? 'Here' : 'Group of'} ${persona}`,
        role,
        holdingCompanyIds: IN_COMPANY.has(persona) ? [company.id] : [],
        portfolioIds: [portfolio.id, bare.id, ...[closing[persona] ?? []].flat()],
      })
      await make.member(groupId, personId)
      groups.set(persona, groupId)
    }
    const other = ELSEWHERE[persona]
    if (other) {
      const groupId = await make.group({
        organisationId: other.at === 'abroad' ? foreignId : organisationId,
        name: `Elsewhere ${persona}`,
        role: other.role,
        holdingCompanyIds: other.at === 'company' ? [company.id] : [],
        portfolioIds: { next: [next.id], abroad: [abroad.id], company: [] }[other.at],
      })
      await make.member(groupId, personId)
    }
  }
  const clients = {} as Record<Persona, Client>
  for (const persona of PERSONAS) {
    const client = new Client(server.address)
    if (persona !== 'signedOut') await client.signIn(`${persona.toLowerCase()}@matrix.example`, PASSWORD)
    clients[persona] = client
  }
  const admin = clients.dealAdmin
  const folder = async (name: string): Promise<string> => {
    const { data } = await admin.graphql(
      'mutation($treeId: ID!, $name: String!) { createFolder(treeId: $treeId, name: $name) { folder { id } } }',
      { treeId: documents, name },
    )
    const { folder } = (data?.createFolder ?? {}) as { folder: { id: string } }
    return folder.id
  }
  const openFolder = await folder('Open')
  const closedFolder = await folder('Closed')
  const bidderGroup = groups.get('bidder') ?? ''
  const archived = await archiveOf(database, { id: bare.id, by: people.orgAdmin }, [
    people.viewer,
    people.reports,
    people.contributor,
  ])
  const comments = await commentsOf(database, {
    item,
    personId: people.bidder,
    groupId: bidderGroup,
    count: PERSONAS.length,
  })
  const closedFile = await uploadFile(admin, documents, closedFolder, 'closed.pdf')
  const world: World = {
    clients,
    people,
    portfolio,
    draft,
    company,
    documents,
    reports,
    openFolder,
    openFile: await uploadFile(admin, documents, openFolder, 'open.pdf'),
    closedFolder,
    closedFile,
    closedVersion: await versionOf(database, closedFile),
    reportFile: await uploadFile(admin, reports, `tree:${reports}`, 'report.pdf'),
    bidderGroup,
    zip: await zipOf(clients.viewer, documents, openFolder),
    proof: await proofOf(clients.orgAdmin, bare.id),
    archive: archived.archive,
    archiveLinks: {
      superUser: archived.links[0] ?? '',
      orgAdmin: archived.links[1] ?? '',
      viewer: archived.links[2] ?? '',
    },
    bare,
    next: await fillNext(database, { ...next, organisationId }, clients.nextAdmin),
    closing,
    project,
    checklist,
    item,
    comments: Object.fromEntries(PERSONAS.map((persona, at) => [persona, comments[at]])),
    parentItem,
    idleChecklist,
    idleItem,
    label: await createLabel(clients.orgAdmin),
    ticket: await sendTicket(clients.viewer),
    contacts: await uploadContacts(clients.orgAdmin),
    ssoConnection: await directory(database, organisationId),
    ...(await addWebhooks(database, organisationId)),
    invitation: await invite(clients.orgAdmin, groups.get('viewer') ?? ''),
    membership: await tokenOfMember(clients.orgAdmin, 'viewer@matrix.example'),
    viewerGroup: groups.get('viewer') ?? '',
    orgAdminGroup: groups.get('orgAdmin') ?? '',
    viewerRole: await roleOf(database, groups.get('viewer')),
    orgAdminRole: await roleOf(database, groups.get('orgAdmin')),
    spareGroup: await make.group({ organisationId, name: 'Spare', role: 'Viewer' }),
    ...(await askQuestions(admin, portfolio.id, bidderGroup)),
    ...(await writeOverview(admin, portfolio.id, bidderGroup)),
  }
  await admin.graphql(
    `mutation($treeId: ID!, $id: ID!) {
      updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: false) { documents { id } }
    }`,
    { treeId: documents, id: `${closedFolder}:${bidderGroup}` },
  )
  for (const id of [world.openFile, world.closedFile]) {
    await admin.graphql(
      'mutation($t: ID!, $id: ID!, $labels: [ID!]!) { setDocumentLabels(treeId: $t, documentId: $id, labelIds: $labels) { document { id } } }',
      { t: documents, id, labels: [world.label] },
    )
  }
  return world
}

async function versionOf({ pool }: TestDatabase, documentId: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'select current_version_id as id from document where id = $1',
    [documentId],
  )
  return rows[0]?.id ?? ''
}

async function directory({ pool }: TestDatabase, organisationId: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into sso_connection (id, organisation_id, name, is_on, is_required, second_factor_at_provider, issuer,
      client_id, created_at)
     values (gen_random_uuid(), $1, 'Directory', false, false, false, 'https://id.example', 'x', now()) returning id`,
    [organisationId],
  )
  const id = rows[0]?.id ?? ''
  await pool.query(
    `insert into sso_domain (name, connection_id, token) values ('directory.example', $1, '0')`,
    [id],
  )
  return id
}

/** Three of an organisation, of which the first was told something of it and of its holding company. */
async function addWebhooks({ pool }: TestDatabase, organisationId: string) {
  const { rows } = await pool.query<{ id: string }>(
    `insert into webhook (id, organisation_id, person_id, url, events, is_on, created_at)
     select gen_random_uuid(), $1, (select id from person where is_super_user limit 1), 'https://hooks.example', '{}', false, now()
     from generate_series(1, 3) returning id`,
    [organisationId],
  )
  const [webhook = '', ...spareWebhooks] = rows.map(({ id }) => id)
  const deliveryOf = async (event: string, ofCompany: boolean): Promise<string> => {
    const made = await pool.query<{ id: string }>(
      `insert into webhook_delivery (organisation_id, webhook_id, event, about_id, data, holding_company_id, needs)
       select $1, $2, $3, gen_random_uuid(), '{}', (select id from holding_company where organisation_id = $1 and $4 limit 1),
         case when $4 then 'DOCUMENTS_ADMIN' end returning id`,
      [organisationId, webhook, event, ofCompany],
    )
    return made.rows[0]?.id ?? ''
  }
  return {
    webhook,
    spareWebhooks,
    webhookDelivery: await deliveryOf('member.joined', false),
    companyDelivery: await deliveryOf('document.deleted', true),
  }
}

async function invite(client: Client, groupId: string): Promise<string> {
  const { data } = await client.graphql(
    `mutation($groupId: ID!) {
      createUserInvitation(orgSlug: "matrix-fund", firstName: "Ines", lastName: "Salter",
        email: "ines.salter@matrix.example", groupId: $groupId) { token }
    }`,
    { groupId },
  )
  const { token } = (data?.createUserInvitation ?? {}) as { token: string | null }
  return token ?? ''
}

async function tokenOfMember(client: Client, search: string): Promise<string> {
  const { data } = await client.graphql(
    'query($search: String!) { invitationPages(orgSlug: "matrix-fund", search: $search) { invitations { token } } }',
    { search },
  )
  const { invitations } = (data?.invitationPages ?? {}) as { invitations: { token: string }[] }
  return invitations[0]?.token ?? ''
}

async function roleOf(database: TestDatabase, groupId: string | undefined): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    'select role_id as id from user_group where id = $1',
    [groupId],
  )
  return rows[0]?.id ?? ''
}
