import type { Buffer } from 'node:buffer'
import type { RoomPhase } from '../../shared/enumerations.ts'
import type { DemoProject } from '../content/projects.ts'
import type {
  DemoAutomation,
  DemoChecklist,
  DemoDirectory,
  DemoGroup,
  DemoHoldingCompany,
  DemoImport,
  DemoInvitee,
  DemoLog,
  DemoOrganisation,
  DemoOverview,
  DemoPartner,
  DemoPerson,
  DemoPicture,
  DemoPortfolio,
  DemoQuestion,
  DemoTicket,
  DemoTree,
} from '../plan.ts'

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
  /** One that is to be closed gets an archive of everything in it, which is made once a server runs. */
  setPhase(phase: RoomPhase, of: { portfolioId: string; personId: string }): Promise<void>
  /** Asks for a certificate of what a group could see in a room until now; it is made once a server runs. */
  certify(of: { portfolioId: string; groupId: string; personId: string }): Promise<void>
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
    at: string
  }): Promise<void>
  /** Lets principals of those names view a document, and what is below it, and nothing more. */
  setViewOnly(permission: {
    treeId: string
    documentId: string
    principals: readonly string[]
    personId: string
    at: string
  }): Promise<void>
  /** Has all places of some texts redacted once a server runs, and gives principals of those names that alone, to be viewed. */
  redact(redaction: {
    treeId: string
    documentId: string
    texts: readonly string[]
    reason: string
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
    /** Seen by who edits alone, until they are published. */
    isStaged?: boolean
  }): Promise<readonly string[]>
  /** Has what was staged published at a moment to come. */
  publish(publication: {
    treeId: string
    documentIds: readonly string[]
    title: string
    note: string
    at: string
    personId: string
  }): Promise<void>
  /** A person looks at files and downloads some, in one sign-in; those that they may not see stay unread. */
  readFiles(reading: {
    treeId: string
    personId: string
    files: readonly { documentId: string; kind: 'VIEW' | 'DOWNLOAD' }[]
  }): Promise<void>
  /** A person looks at a file's pages for some seconds each, from the first on. */
  readPages(reading: {
    treeId: string
    documentId: string
    personId: string
    seconds: readonly number[]
  }): Promise<void>
  /** Was in the room of a tree at that moment, and not since. */
  visit(visit: { treeId: string; personId: string; at: string }): Promise<void>
  /** Sends a ticket to the support; one that is closed was closed by the staff. */
  sendTicket(ticket: DemoTicket, by: { personId: string; staffId: string }): Promise<void>
  /** Uploads a spreadsheet of contacts; it is imported once a server runs. */
  importContacts(contacts: DemoImport, by: { personId: string }): Promise<void>
  /** Prepares a connection that is off. */
  connectDirectory(directory: DemoDirectory, by: { personId: string }): Promise<void>
  /** Keeps a token and a webhook that do nothing. */
  automate(automation: DemoAutomation, of: { personId: string; organisationId: string }): Promise<void>
  /** Asks for a report of duplicates among what is imported; it is made once a server runs. */
  reportDuplicates(by: { personId: string; at: string }): Promise<void>
  /** A checklist with its items as far as they have come. */
  createChecklist(
    checklist: DemoChecklist,
    ids: {
      portfolioId: string
      administratorId: string
      personOf(email: string): string
      groupOf(name: string): string
    },
  ): Promise<void>
  /** @returns the log's id */
  createLog(
    log: Pick<DemoLog, 'name' | 'visibility' | 'total'>,
    ids: { portfolioId: string; groupIds: readonly string[]; personId: string },
  ): Promise<string>
  /** Writes the overview of an entity. */
  writeOverview(
    overview: DemoOverview['overview'],
    ids: { organisationId: string; portfolioId: string | null; companyId: string | null; personId: string },
  ): Promise<void>
  /** Withdraws an earlier version of a file. */
  withdrawVersion(version: {
    treeId: string
    documentId: string
    number: number
    personId: string
  }): Promise<void>
  /** Puts documents into the recycle bin. */
  removeDocuments(removal: {
    treeId: string
    documentIds: readonly string[]
    personId: string
  }): Promise<void>
  /** Asks a question, or follows one up, and answers it; nobody is mailed. @returns the question's id */
  ask(
    question: Omit<DemoQuestion, 'followUps'>,
    ids: {
      logId: string
      parentId: string | null
      personOf(email: string): string
      fileOf(path: string): string
    },
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
