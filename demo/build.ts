import type { Buffer } from 'node:buffer'
import type { DemoProject } from './content/projects.ts'
import type {
  DemoChecklist,
  DemoFile,
  DemoGroup,
  DemoHoldingCompany,
  DemoInvitee,
  DemoLog,
  DemoOrganisation,
  DemoOverview,
  DemoPartner,
  DemoPerson,
  DemoPicture,
  DemoPlan,
  DemoPortfolio,
  DemoQuestion,
  DemoTicket,
  DemoTree,
} from './plan.ts'
import { readingsOf } from './readings.ts'

/** What building the demo asks of the product. All ids are the product's own; moments are ISO 8601 in UTC. */
export interface DemoServices {
  /** With its default roles and those named besides. @returns the organisation's id */
  createOrganisation(organisation: DemoOrganisation): Promise<string>
  /** @returns the person's id */
  createPerson(person: DemoPerson, password: string): Promise<string>
  /** @returns the portfolio's id */
  createPortfolio(
    portfolio: DemoPortfolio,
    ids: { organisationId: string; dealManagerId: string },
  ): Promise<string>
  /** @returns the holding company's id */
  createHoldingCompany(
    company: DemoHoldingCompany,
    ids: { organisationId: string; dealManagerId: string; portfolioIds: readonly string[] },
  ): Promise<string>
  /** A site with its contract, equipment and buyer. */
  createProject(
    project: DemoProject,
    ids: { organisationId: string; portfolioId: string | null },
  ): Promise<void>
  createPartner(partner: DemoPartner, ids: { organisationId: string }): Promise<void>
  /** @returns the group's id */
  createGroup(
    group: DemoGroup,
    ids: { organisationId: string; portfolioIds: readonly string[]; holdingCompanyIds: readonly string[] },
  ): Promise<string>
  /** As the staff set it in the back office. */
  setPicture(picture: DemoPicture, by: { personId: string }): Promise<void>
  addMember(groupId: string, personId: string): Promise<void>
  /** Invites somebody who has no account; nobody is mailed, since the product is not there yet. */
  invite(
    invitee: DemoInvitee,
    into: { organisation: string; groupId: string; personId: string },
  ): Promise<void>
  /** @returns the label's id */
  createLabel(
    label: { text: string; colour: string },
    by: { organisation: string; personId: string },
  ): Promise<string>
  setLabels(labels: {
    treeId: string
    documentId: string
    labelIds: readonly string[]
    personId: string
  }): Promise<void>
  /** `ownerId` is the organisation, portfolio or holding company that the tree belongs to. @returns the tree's id */
  createTree(tree: DemoTree, ids: { organisationId: string; ownerId: string }): Promise<string>
  /** Parents come before their children. @returns the folders' ids, in the order of the paths */
  createFolders(folders: {
    treeId: string
    paths: readonly string[]
    personId: string
    at: string
  }): Promise<readonly string[]>
  /** Restricts a document, and what is below it, to the principals of those names; they are the tree's. */
  setPermission(permission: {
    treeId: string
    documentId: string
    principals: readonly string[]
    personId: string
  }): Promise<void>
  /**
   * Stores files in one upload of at most `FILES_PER_BATCH`; of those, no two share folder and name. A name that the
   * folder holds already gets its next version. @returns the documents' ids, in the order of the files
   */
  addFiles(upload: {
    treeId: string
    files: readonly NewDemoFile[]
    personId: string
    at: string
  }): Promise<readonly string[]>
  /** A person looks at files and downloads some, in one sign-in; those that they may not see stay unread. */
  readFiles(reading: {
    treeId: string
    personId: string
    files: readonly { documentId: string; kind: 'VIEW' | 'DOWNLOAD' }[]
  }): Promise<void>
  /** Sends a ticket to the support; one that is closed was closed by the staff. */
  sendTicket(ticket: DemoTicket, by: { personId: string; staffId: string }): Promise<void>
  /** A checklist with its items as far as they have come. */
  createChecklist(
    checklist: DemoChecklist,
    ids: { portfolioId: string; administratorId: string; personOf(email: string): string },
  ): Promise<void>
  /** @returns the log's id */
  createLog(
    log: Pick<DemoLog, 'name'>,
    ids: { portfolioId: string; groupIds: readonly string[]; personId: string },
  ): Promise<string>
  /** Writes the overview of an entity. */
  writeOverview(
    overview: DemoOverview['overview'],
    ids: { organisationId: string; portfolioId: string | null; companyId: string | null; personId: string },
  ): Promise<void>
  /** Asks a question, or follows one up, and answers it; nobody is mailed. @returns the question's id */
  ask(
    question: Omit<DemoQuestion, 'followUps'>,
    ids: { logId: string; parentId: string | null; personId: string; answererId: string | null },
  ): Promise<string>
}

/** A file to store; without `parentId` it goes into the root. */
export interface NewDemoFile {
  readonly parentId: string | null
  readonly name: string
  readonly bytes: Buffer
}

/** Files that the product takes in one upload (UPL-07). */
export const FILES_PER_BATCH = 20

/** What was built. */
export interface DemoSummary {
  readonly people: number
  readonly folders: number
  readonly files: number
  readonly bytes: number
}

/** Files that are made ahead of those being stored: enough for both to be busy, few enough to hold in memory. */
const AHEAD = 4

/** The id behind a key; a plan that names what it does not hold is wrong, and says what is missing. */
const idOf = (ids: ReadonlyMap<string, string>, kind: string, key: string): string => {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`The demo's plan names the ${kind} "${key}", which it does not hold.`)
  return id
}

interface Ids {
  readonly organisations: Map<string, string>
  readonly people: Map<string, string>
  readonly portfolios: Map<string, string>
  readonly companies: Map<string, string>
  /** By organisation and name. */
  readonly groups: Map<string, string>
  /** By organisation and text. */
  readonly labels: Map<string, string>
}

const buildEntities = async (services: DemoServices, plan: DemoPlan): Promise<Ids> => {
  const ids: Ids = {
    organisations: new Map(),
    people: new Map(),
    portfolios: new Map(),
    companies: new Map(),
    groups: new Map(),
    labels: new Map(),
  }
  for (const organisation of plan.organisations) {
    ids.organisations.set(organisation.slug, await services.createOrganisation(organisation))
  }
  for (const person of plan.people.filter(({ invitedBy }) => invitedBy === null)) {
    ids.people.set(person.email, await services.createPerson(person, plan.password))
  }
  const basics = (entity: DemoPortfolio | DemoHoldingCompany) => ({
    organisationId: idOf(ids.organisations, 'organisation', entity.organisation),
    dealManagerId: idOf(ids.people, 'person', entity.dealManager),
  })
  for (const portfolio of plan.portfolios) {
    ids.portfolios.set(portfolio.slug, await services.createPortfolio(portfolio, basics(portfolio)))
  }
  for (const company of plan.holdingCompanies) {
    const portfolioIds = company.portfolios.map((slug) => idOf(ids.portfolios, 'portfolio', slug))
    ids.companies.set(
      company.slug,
      await services.createHoldingCompany(company, { ...basics(company), portfolioIds }),
    )
  }
  for (const project of plan.projects) {
    await services.createProject(project, {
      organisationId: idOf(ids.organisations, 'organisation', project.organisation),
      portfolioId: project.portfolio === null ? null : idOf(ids.portfolios, 'portfolio', project.portfolio),
    })
  }
  for (const partner of plan.partners) {
    const organisationId = idOf(ids.organisations, 'organisation', partner.organisation)
    await services.createPartner(partner, { organisationId })
  }
  return ids
}

const groupKey = (organisation: string, name: string): string => `${organisation} ${name}`

const buildGroups = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
  const invitees = new Map(
    plan.people.flatMap((person) =>
      person.invitedBy === null ? [] : [[person.email, { ...person, invitedBy: person.invitedBy }] as const],
    ),
  )
  const invitations: { groupId: string; organisation: string; invited: DemoInvitee }[] = []
  for (const group of plan.groups) {
    const groupId = await services.createGroup(group, {
      organisationId: idOf(ids.organisations, 'organisation', group.organisation),
      portfolioIds: group.portfolios.map((slug) => idOf(ids.portfolios, 'portfolio', slug)),
      holdingCompanyIds: group.holdingCompanies.map((slug) => idOf(ids.companies, 'holding company', slug)),
    })
    ids.groups.set(groupKey(group.organisation, group.name), groupId)
    for (const email of group.members) {
      const invited = invitees.get(email)
      if (invited) invitations.push({ groupId, organisation: group.organisation, invited })
      else await services.addMember(groupId, idOf(ids.people, 'person', email))
    }
  }
  // Once the groups are there: who invites does so by a right.
  for (const { invited, ...where } of invitations) {
    await services.invite(invited, { ...where, personId: idOf(ids.people, 'person', invited.invitedBy) })
  }
}

/** Once the groups are there: who creates labels does so by a right. */
const buildLabels = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
  for (const { slug, labels } of plan.organisations) {
    for (const { label, colour, by } of labels) {
      const personId = idOf(ids.people, 'person', by)
      const id = await services.createLabel({ text: label, colour }, { organisation: slug, personId })
      ids.labels.set(labelKey(slug, label), id)
    }
  }
}

const buildPictures = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
  const staff = plan.people.find((person) => person.isSuperUser)?.email ?? 'staff'
  for (const picture of plan.pictures) {
    await services.setPicture(picture, { personId: idOf(ids.people, 'person', staff) })
  }
}

const buildLogs = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
  const person = (email: string) => idOf(ids.people, 'person', email)
  const ask = (question: Omit<DemoQuestion, 'followUps'>, logId: string, parentId: string | null) =>
    services.ask(question, {
      logId,
      parentId,
      personId: person(question.by),
      answererId: question.answer ? person(question.answer.by) : null,
    })
  for (const log of plan.logs) {
    const logId = await services.createLog(log, {
      portfolioId: idOf(ids.portfolios, 'portfolio', log.portfolio),
      groupIds: (log.groups ?? []).map((name) => idOf(ids.groups, 'group', groupKey(log.organisation, name))),
      personId: person(log.by),
    })
    for (const { followUps = [], ...question } of log.questions) {
      const parentId = await ask(question, logId, null)
      for (const followUp of followUps) await ask(followUp, logId, parentId)
    }
  }
}

const buildOverviews = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
  for (const { portfolio, company, by, overview } of plan.overviews) {
    const entity =
      plan.portfolios.find(({ slug }) => slug === portfolio) ??
      plan.holdingCompanies.find(({ slug }) => slug === company)
    await services.writeOverview(overview, {
      organisationId: idOf(ids.organisations, 'organisation', entity?.organisation ?? ''),
      portfolioId: portfolio === undefined ? null : idOf(ids.portfolios, 'portfolio', portfolio),
      companyId: company === undefined ? null : idOf(ids.companies, 'holding company', company),
      personId: idOf(ids.people, 'person', by),
    })
  }
}

const buildTickets = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
  const staff = plan.people.find((person) => person.isSuperUser)?.email ?? 'staff'
  for (const ticket of plan.tickets) {
    await services.sendTicket(ticket, {
      personId: idOf(ids.people, 'person', ticket.by),
      staffId: idOf(ids.people, 'person', staff),
    })
  }
}

const buildChecklists = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
  for (const checklist of plan.checklists) {
    await services.createChecklist(checklist, {
      portfolioId: idOf(ids.portfolios, 'portfolio', checklist.portfolio),
      administratorId: idOf(ids.people, 'person', checklist.administrator),
      personOf: (email) => idOf(ids.people, 'person', email),
    })
  }
}

const labelKey = (organisation: string, label: string): string => `${organisation}/${label}`

const ownerIdOf = (ids: Ids, { kind, slug }: DemoTree['owner']): string => {
  if (kind === 'ORGANISATION') return idOf(ids.organisations, 'organisation', slug)
  return kind === 'PORTFOLIO'
    ? idOf(ids.portfolios, 'portfolio', slug)
    : idOf(ids.companies, 'holding company', slug)
}

/** The files with their bytes, in order, some of them made while those before are being stored. */
async function* made(files: readonly DemoFile[]): AsyncGenerator<MadeFile> {
  const waiting: Promise<Buffer>[] = []
  const begin = (file: DemoFile | undefined): void => {
    if (!file) return
    const bytes = file.make()
    // Heard when its turn comes; without this an early failure would end the process as unhandled.
    bytes.catch(() => {})
    waiting.push(bytes)
  }
  for (const file of files.slice(0, AHEAD)) begin(file)
  for (const [index, file] of files.entries()) {
    const bytes = waiting.shift()
    if (!bytes) return
    begin(files[index + AHEAD])
    yield { file, bytes: await bytes }
  }
}

interface MadeFile {
  readonly file: DemoFile
  readonly bytes: Buffer
}

/** Whether a file can go in one upload with those before it. */
const joins = (batch: readonly MadeFile[], { file }: MadeFile): boolean =>
  batch.length < FILES_PER_BATCH &&
  batch.every(
    ({ file: other }) =>
      other.by === file.by &&
      other.at === file.at &&
      (other.folder !== file.folder || other.name !== file.name),
  )

/** The files in uploads of one person and moment each. */
async function* uploads(files: readonly DemoFile[]): AsyncGenerator<readonly MadeFile[]> {
  let batch: MadeFile[] = []
  for await (const each of made(files)) {
    if (!joins(batch, each)) {
      yield batch
      batch = []
    }
    batch.push(each)
  }
  if (batch.length > 0) yield batch
}

/** Folders and their permissions come first: a file takes over what its folder permits. */
const buildTree = async (
  services: DemoServices,
  plan: DemoPlan,
  tree: DemoTree,
  ids: Ids,
): Promise<number> => {
  const personId = idOf(ids.people, 'person', tree.administrator)
  const treeId = await services.createTree(tree, {
    organisationId: idOf(ids.organisations, 'organisation', tree.organisation),
    ownerId: ownerIdOf(ids, tree.owner),
  })
  const paths = tree.folders.map((folder) => folder.path)
  const created = await services.createFolders({ treeId, paths, personId, at: tree.openedAt })
  const folders = new Map(paths.map((path, index) => [path, created[index] ?? '']))
  for (const { path, only } of tree.folders) {
    if (only)
      await services.setPermission({
        treeId,
        documentId: idOf(folders, 'folder', path),
        principals: only,
        personId,
      })
  }
  let total = 0
  const all: string[] = []
  const documents = new Map<string, string>()
  for await (const batch of uploads(tree.files)) {
    const [first] = batch
    if (!first) continue
    const documentIds = await services.addFiles({
      treeId,
      files: batch.map(({ file, bytes }) => ({
        parentId: file.folder === '' ? null : idOf(folders, 'folder', file.folder),
        name: file.name,
        bytes,
      })),
      personId: idOf(ids.people, 'person', first.file.by),
      at: first.file.at,
    })
    all.push(...documentIds)
    for (const [index, { file, bytes }] of batch.entries()) {
      total += bytes.length
      const documentId = documentIds[index]
      if (documentId !== undefined) documents.set(pathOf(file), documentId)
      if (file.only && documentId !== undefined) {
        await services.setPermission({ treeId, documentId, principals: file.only, personId })
      }
    }
  }
  for (const { by, files } of readingsOf(plan, tree, [...new Set(all)])) {
    await services.readFiles({ treeId, personId: idOf(ids.people, 'person', by), files })
  }
  for (const [path, labels] of Object.entries(tree.labels ?? {})) {
    await services.setLabels({
      treeId,
      documentId: idOf(documents, 'file', path),
      labelIds: labels.map((label) => idOf(ids.labels, 'label', labelKey(tree.organisation, label))),
      personId,
    })
  }
  return total
}

const pathOf = ({ folder, name }: DemoFile): string => (folder === '' ? name : `${folder}/${name}`)

/** Walks the plan and makes all of it through the product's services; `log` gets the progress. */
export const buildDemo = async (
  services: DemoServices,
  plan: DemoPlan,
  log: (line: string) => void,
): Promise<DemoSummary> => {
  const ids = await buildEntities(services, plan)
  await buildGroups(services, plan, ids)
  await buildLabels(services, plan, ids)
  await buildPictures(services, plan, ids)
  await buildTickets(services, plan, ids)
  await buildChecklists(services, plan, ids)
  await buildLogs(services, plan, ids)
  await buildOverviews(services, plan, ids)
  let bytes = 0
  let built = 0
  const waiting = plan.trees.values()
  // One lane's files are made while the other waits for the disk; a tree itself is built in order.
  const lane = async (): Promise<void> => {
    for (const tree of waiting) {
      const size = await buildTree(services, plan, tree, ids)
      bytes += size
      built += 1
      log(`Demo: room ${built} of ${plan.trees.length}, files: ${tree.files.length}.`)
    }
  }
  await Promise.all([lane(), lane()])
  const count = (of: (tree: DemoTree) => number): number =>
    plan.trees.reduce((sum, tree) => sum + of(tree), 0)
  return {
    people: plan.people.length,
    folders: count((tree) => tree.folders.length),
    files: count((tree) => tree.files.length),
    bytes,
  }
}
