import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSchemaFromModules } from '../../server/schema.ts'
import type { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'
import { TREE_KINDS, titleOf } from '../treeKinds.ts'
import { fetchZip, submitZip } from '../zips.ts'
import { type Operation, operationsOf } from './operations.ts'
import { type Hidden, hide, type LeakWorld, leakWorld, SECRETS } from './world.ts'

const UNKNOWN = '018f0000-0000-7000-8000-000000000000'

/** What the rival asks: of the whole tree, or of one document. */
interface Asked {
  world: LeakWorld
  /** Document that is asked for: visible, hidden or unknown. */
  at: string
}

/** The variables of a root field, by the document that is asked for; or why it says nothing of documents. */
type Entry = ((asked: Asked) => Record<string, unknown>) | 'says nothing of documents'

const treeAt = ({ world, at }: Asked) => ({ treeId: world.place.treeId, documentId: at })
const tree = ({ world }: Asked) => ({ treeId: world.place.treeId })
const organisation = ({ world }: Asked) => ({ orgSlug: world.place.organisation.slug })
const inTree = (more: (at: string) => Record<string, unknown>) => (asked: Asked) => ({
  ...tree(asked),
  ...more(asked.at),
})

/** One line for each root field of the schema. A field that is not here fails the test below. */
const ENTRIES: Readonly<Record<string, Entry>> = {
  'Query.viewer': () => ({}),
  'Query.portfolios': () => ({}),
  'Query.portfolio': ({ world }) => ({ id: world.place.portfolio.id }),
  'Query.portfolioBySlug': ({ world }) => ({ slug: world.place.portfolio.slug }),
  'Query.primaryPortfolio': () => ({}),
  'Query.recentlyVisited': () => ({}),
  'Query.holdingCompanyBySlug': ({ world }) => ({ slug: world.place.company.slug }),
  'Query.holdingCompanies': organisation,
  'Query.acquiredProjectsStats': organisation,
  'Query.diligence': organisation,
  'Query.acquired': organisation,
  'Query.market': organisation,
  'Query.openHoldingCompanies': () => ({}),
  'Query.orgPortfolios': organisation,
  'Query.dealRooms': organisation,
  'Query.orgUsers': 'says nothing of documents',
  'Query.portfolioUsers': 'says nothing of documents',
  'Mutation.createPortfolio': 'says nothing of documents',
  'Mutation.updatePortfolio': (asked) => ({
    ...organisation(asked),
    portfolioId: asked.world.place.portfolio.id,
  }),
  'Mutation.deletePortfolio': 'says nothing of documents',
  'Query.projects': (asked) => ({ ...organisation(asked), limit: 4 }),
  'Query.project': 'says nothing of documents',
  'Query.projectCrossLinks': 'says nothing of documents',
  'Query.projectForm': 'says nothing of documents',
  'Query.newProjectForm': organisation,
  'Query.panelModels': 'says nothing of documents',
  'Query.inverterModels': 'says nothing of documents',
  'Query.offtakers': 'says nothing of documents',
  'Mutation.createProject': 'says nothing of documents',
  'Mutation.uploadProjectSpatialFile': 'says nothing of documents',
  'Mutation.moveProject': 'says nothing of documents',
  'Mutation.updateProject': 'says nothing of documents',
  'Query.exportProjectTemplate': 'says nothing of documents',
  'Mutation.importProjects': 'says nothing of documents',
  'Mutation.confirmImportProjects': 'says nothing of documents',
  'Query.timeline': 'says nothing of documents',
  'Query.subpageMedia': 'says nothing of documents',
  'Query.subpagePrincipals': 'says nothing of documents',
  'Mutation.createSubpage': 'says nothing of documents',
  'Mutation.updateSubpage': 'says nothing of documents',
  'Mutation.deleteSubpage': 'says nothing of documents',
  'Mutation.reorderSubpage': 'says nothing of documents',
  'Mutation.createSubpageMedia': 'says nothing of documents',
  'Mutation.createTimeline': 'says nothing of documents',
  'Mutation.createMilestone': 'says nothing of documents',
  'Mutation.updateMilestone': 'says nothing of documents',
  'Mutation.deleteMilestone': 'says nothing of documents',
  'Mutation.reorderMilestone': 'says nothing of documents',
  'Query.questions': 'says nothing of documents',
  'Query.questionPage': 'says nothing of documents',
  'Query.questionLog': 'says nothing of documents',
  'Query.questionCategories': 'says nothing of documents',
  'Query.questionTopics': 'says nothing of documents',
  'Query.questionProjects': 'says nothing of documents',
  'Query.questionPortfolios': 'says nothing of documents',
  'Mutation.createQuestionLog': 'says nothing of documents',
  'Mutation.updateQuestionLog': 'says nothing of documents',
  'Mutation.createQuestion': 'says nothing of documents',
  'Mutation.updateQuestion': 'says nothing of documents',
  'Mutation.addFollowUpQuestion': 'says nothing of documents',
  'Mutation.updateQuestionAnswer': 'says nothing of documents',
  'Mutation.addQuestionCategory': 'says nothing of documents',
  'Mutation.removeQuestionCategory': 'says nothing of documents',
  'Mutation.addQuestionTopic': 'says nothing of documents',
  'Mutation.removeQuestionTopic': 'says nothing of documents',
  'Mutation.addQuestionProject': 'says nothing of documents',
  'Mutation.removeQuestionProject': 'says nothing of documents',
  'Mutation.addQuestionPortfolio': 'says nothing of documents',
  'Mutation.removeQuestionPortfolio': 'says nothing of documents',
  'Mutation.addAllQuestionProjects': 'says nothing of documents',
  'Mutation.removeAllQuestionProjects': 'says nothing of documents',
  'Mutation.addAllQuestionPortfolios': 'says nothing of documents',
  'Mutation.removeAllQuestionPortfolios': 'says nothing of documents',
  'Query.oAndMTree': organisation,
  'Query.oAndMPartners': organisation,
  'Query.documentTree': tree,
  'Query.document': treeAt,
  'Query.search': (asked) => ({ ...treeAt(asked), search: 'mar', limit: 4 }),
  'Query.searchCount': (asked) => ({ ...treeAt(asked), search: 'mar' }),
  'Query.history': inTree((at) => ({ rootId: at, limit: 45 })),
  'Query.userGroups': tree,
  'Query.userGroupsCount': tree,
  'Query.treeCompanyAnalytics': inTree(() => ({ limit: 50 })),
  'Query.treeUserAnalytics': inTree(() => ({ limit: 50 })),
  'Query.treeDocumentAnalytics': inTree(() => ({ limit: 50 })),
  'Query.columns': (asked) => ({ ...treeAt(asked), limit: 4 }),
  'Query.columnCount': treeAt,
  'Query.documents': (asked) => ({ ...tree(asked), limit: 4 }),
  'Query.documentsCount': tree,
  'Query.documentLabels': organisation,
  'Query.permissionDifference': inTree((at) => ({ documentIds: [at], principalIds: [] })),
  'Query.documentPermissions': inTree((at) => ({ documentIds: [at] })),
  'Query.principalsLosingByMove': inTree((at) => ({ destinationParentId: at, sourceDocumentIds: [at] })),
  'Query.zipContent': inTree((at) => ({ documentIds: [at] })),
  'Query.zipExport': ({ at }) => ({ id: at }),
  'Query.zipExports': inTree(() => ({ limit: 5 })),
  'Query.zipExportCount': tree,
  'Query.summaryJobs': tree,
  'Query.summaryExtractItems': () => ({}),
  'Mutation.createSummaryJob': inTree((at) => ({ documentIds: [at], jobType: 'PPA_ANALYSIS' })),
  'Query.dataImports': 'says nothing of documents',
  'Query.duplicateReports': 'says nothing of documents',
  'Mutation.uploadDataImport': 'says nothing of documents',
  'Mutation.createDuplicateReport': 'says nothing of documents',
  'Mutation.disconnectSalesforce': 'says nothing of documents',
  'Mutation.submitZipDownload': inTree((at) => ({ documentIds: [at] })),
  'Mutation.cancelZipExport': ({ at }) => ({ id: at }),
  'Mutation.createRecentlyVisitedPortfolio': ({ world }) => ({ portfolioId: world.place.portfolio.id }),
  'Mutation.createRecentlyVisitedHoldingCompany': ({ world }) => ({ id: world.place.company.id }),
  'Mutation.createFolder': inTree((at) => ({ parentId: at, name: 'New' })),
  'Mutation.documentsCreateFolders': inTree((at) => ({ parentId: at, folderPaths: ['New/Newer'] })),
  'Mutation.documentsPresignUploads': inTree((at) => ({
    files: [{ name: 'new.pdf', size: 3, parentId: at }],
  })),
  'Mutation.documentsConfirmUploads': inTree((at) => ({ uploads: [{ version: UNKNOWN, documentId: at }] })),
  'Mutation.renameDocument': inTree((at) => ({ documentId: at, name: 'Renamed' })),
  'Mutation.move': inTree((at) => ({ destinationParentId: at, sourceDocumentIds: [at] })),
  'Mutation.removeDocumentsDryRun': inTree((at) => ({ documentIds: [at] })),
  'Mutation.removeDocuments': inTree((at) => ({ documentIds: [at] })),
  'Mutation.downloadFile': treeAt,
  'Mutation.updateDocumentPermission': (asked) => ({
    ...tree(asked),
    documentPermissionId: `${asked.at}:${asked.world.rivalGroup}`,
    permissible: true,
  }),
  'Mutation.permitDocuments': (asked) => ({
    ...tree(asked),
    documentIds: [asked.at],
    principalIds: [asked.world.rivalGroup],
  }),
  'Mutation.undoPermissionChange': (asked) => ({ ...tree(asked), changeId: UNKNOWN }),
  'Mutation.setDocumentLabels': inTree((at) => ({ documentId: at, labelIds: [] })),
  'Mutation.changeDocumentLabels': inTree((at) => ({
    documentIds: [at],
    addLabelIds: [],
    removeLabelIds: [],
  })),
  'Mutation.updateDocumentTree': (asked) => ({ ...tree(asked), permissionType: 'ROLE' }),
  'Mutation.createDocumentTree': 'says nothing of documents',
  'Mutation.createDocumentLabel': 'says nothing of documents',
  'Query.invitationDetail': 'says nothing of documents',
  'Query.invitationCounts': organisation,
  'Query.invitationPages': organisation,
  'Query.userGroupMembers': 'says nothing of documents',
  'Query.groupPages': organisation,
  'Query.orgUserGroups': organisation,
  'Query.orgGroup': 'says nothing of documents',
  'Query.groups': organisation,
  'Query.roles': organisation,
  'Query.orgRole': 'says nothing of documents',
  'Mutation.createGroup': 'says nothing of documents',
  'Mutation.updateGroup': 'says nothing of documents',
  'Mutation.deleteGroup': 'says nothing of documents',
  'Mutation.checkUserInvitations': 'says nothing of documents',
  'Mutation.createUserInvitations': 'says nothing of documents',
  'Mutation.readInviteeSheet': 'says nothing of documents',
  'Mutation.createUserInvitation': 'says nothing of documents',
  'Mutation.updateInvitation': 'says nothing of documents',
  'Mutation.updateUserGroups': 'says nothing of documents',
  'Mutation.deleteUserInvitation': 'says nothing of documents',
  'Mutation.resendUserInvitation': 'says nothing of documents',
  'Query.notificationSettings': 'says nothing of documents',
  'Query.portfolioNotifications': 'says nothing of documents',
  'Query.holdCoNotifications': 'says nothing of documents',
  'Query.unsubscription': 'says nothing of documents',
  'Query.notificationCounts': 'says nothing of documents',
  'Mutation.updateNotificationSettings': 'says nothing of documents',
  'Mutation.updatePortfolioNotificationSettings': 'says nothing of documents',
  'Mutation.updateHoldCoNotificationSettings': 'says nothing of documents',
  'Mutation.updateAllNotificationSettings': 'says nothing of documents',
  'Query.checklist': 'says nothing of documents',
  'Query.activeChecklists': ({ world }) => ({ portfolioId: world.place.portfolio.id }),
  'Query.checklistComments': 'says nothing of documents',
  'Query.portfolioProjects': ({ world }) => ({ portfolioId: world.place.portfolio.id }),
  'Mutation.updateChecklistItem': 'says nothing of documents',
  'Mutation.updateChecklistItems': 'says nothing of documents',
  'Query.backOfficeKinds': 'says nothing of documents',
  'Query.backOfficeRecords': 'says nothing of documents',
  'Query.backOfficeRecord': 'says nothing of documents',
  'Query.backOfficeRemoval': 'says nothing of documents',
  'Query.backOfficeStatus': 'says nothing of documents',
  'Mutation.backOfficeImportEquipment': 'says nothing of documents',
  'Mutation.backOfficeCreate': 'says nothing of documents',
  'Mutation.backOfficeChange': 'says nothing of documents',
  'Mutation.backOfficeDelete': 'says nothing of documents',
  'Mutation.backOfficeAct': 'says nothing of documents',
  'Mutation.backOfficeSetPicture': 'says nothing of documents',
  'Query.supportTickets': 'says nothing of documents',
  'Mutation.createSupportTicket': 'says nothing of documents',
  'Mutation.setSupportTicketState': 'says nothing of documents',
  'Query.user': 'says nothing of documents',
  'Mutation.uploadAvatar': 'says nothing of documents',
  'Mutation.deleteAvatar': 'says nothing of documents',
  'Query.countries': 'says nothing of documents',
  'Mutation.checkUserPassword': 'says nothing of documents',
  'Mutation.updatePhoneNumberSendAuth': 'says nothing of documents',
  'Mutation.updatePhoneNumber': 'says nothing of documents',
  'Mutation.updatePassword': 'says nothing of documents',
  'Mutation.updateProfile': 'says nothing of documents',
  'Mutation.signIn': 'says nothing of documents',
  'Mutation.signInVerify': 'says nothing of documents',
  'Mutation.signInResendCode': 'says nothing of documents',
  'Mutation.createFirstUser': 'says nothing of documents',
  'Query.sessions': 'says nothing of documents',
  'Mutation.endSession': 'says nothing of documents',
  'Mutation.endOtherSessions': 'says nothing of documents',
  'Mutation.startAuthenticator': 'says nothing of documents',
  'Mutation.confirmAuthenticator': 'says nothing of documents',
  'Mutation.removeAuthenticator': 'says nothing of documents',
  'Mutation.renewRecoveryCodes': 'says nothing of documents',
  'Mutation.signInRecover': 'says nothing of documents',
  'Query.passwordResetWorks': 'says nothing of documents',
  'Mutation.requestPasswordReset': 'says nothing of documents',
  'Mutation.resetPassword': 'says nothing of documents',
  'Query.invitationByToken': 'says nothing of documents',
  'Mutation.acceptInvitation': 'says nothing of documents',
  'Mutation.updateUserAgreements': 'says nothing of documents',
  'Mutation.signOut': 'says nothing of documents',
}

/** Links of a tree; those without a document are the same for all. */
const LINKS: readonly ((asked: Asked) => string)[] = [
  ({ world }) =>
    `/documents/${world.place.treeId}/file-index?columns=download_url&columns=created&columns=size`,
  ({ world, at }) => `/documents/${world.place.treeId}/file-index?folderId=${at}`,
  ({ world, at }) => `/documents/${world.place.treeId}/change-log?ancestorIds=${at}`,
  ({ world }) => `/documents/${world.place.treeId}/access-log`,
  ({ world, at }) => `/documents/${world.place.treeId}/${at}/download`,
  ({ at }) => `/zip-exports/${at}`,
  ({ at }) => `/subpage-media/${at}/`,
  ({ at }) => `/holding-company-subpage-media/${at}/`,
]

/** Everything of an answer that can be read, without what is random each time. */
const readable = (text: string): string =>
  text
    .replace(/expires=\d+/g, 'expires')
    .replace(/signature=[\w%-]+/g, 'signature')
    .replace(/"requestId":"[^"]*"/g, '')

async function fetched(client: Client, address: string): Promise<string> {
  const answer = await client.request(address)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  const body = isZip
    ? Object.entries(unzipSync(bytes)).map(([name, part]) => `${name}: ${strFromU8(part)}`)
    : [new TextDecoder().decode(bytes)]
  const headers = [...answer.headers].filter(
    ([name]) => name !== 'date' && name !== 'x-request-id' && name !== 'set-cookie',
  )
  return readable([answer.status, JSON.stringify(headers), ...body].join('\n'))
}

async function asked(world: LeakWorld, { text }: Operation, variables: Record<string, unknown>) {
  const { status, data, errors } = await world.rival.client.graphql(text, variables)
  return readable(JSON.stringify({ status, data, errors }))
}

const database = testDatabase()
const schema = buildSchemaFromModules()
const OPERATIONS = operationsOf(schema)
/** One for each root field: what is refused is refused whatever was asked of it. */
const ONE_EACH = [...new Map(OPERATIONS.map((operation) => [operation.field, operation])).values()]
const QUERIES = OPERATIONS.filter(({ field }) => field.startsWith('Query.'))
let server: TestServer

beforeAll(async () => {
  // All that can be asked is asked at once.
  server = await startTestServer(database, {}, { callerLimits: NO_CALLER_LIMITS })
})
afterAll(() => server.close())

test('API-006 every root field of the schema stands in the table of what a rival asks, and no other', () => {
  const fields = new Set(OPERATIONS.map(({ field }) => field))
  expect([...fields].filter((field) => ENTRIES[field] === undefined)).toEqual([])
  expect(Object.keys(ENTRIES).filter((field) => !fields.has(field))).toEqual([])
})

/** Each type once, at a place of its own kind. */
const KINDS = TREE_KINDS.filter(
  ({ type, owner }) =>
    `${type} ${owner}` !== 'DOCUMENTS holding company' && `${type} ${owner}` !== 'REPORTS portfolio',
)

describe.each(KINDS.map((kind, at) => [titleOf(kind), kind, `Leak${at}`] as const))(
  'what is hidden in %s',
  (_title, kind, name) => {
    let world: LeakWorld
    let hidden: Hidden
    let before: Map<string, string>
    /** Of the rival's group, one for each time that exports are taken; who joined later would change its members. */
    let readers: Client[]

    /** All that the rival reads of the documents that they may see, by what they asked. */
    const everything = async (): Promise<Map<string, string>> => {
      // Exports are counted by person, and whoever is in the same group has the same rights.
      const reader = readers.pop()
      if (!reader) throw new Error('Nobody is left to take exports.')
      const answers = new Map<string, string>()
      const visible = [`tree:${world.place.treeId}`, world.openFolder, world.openFile]
      for (const operation of QUERIES) {
        const entry = ENTRIES[operation.field]
        if (typeof entry !== 'function') continue
        for (const at of visible) {
          const variables = entry({ world, at })
          const key = `${operation.text} ${JSON.stringify(variables)}`
          if (!answers.has(key)) answers.set(key, await asked(world, operation, variables))
        }
      }
      for (const link of LINKS) {
        for (const at of [`tree:${world.place.treeId}`, world.openFolder]) {
          const address = link({ world, at })
          if (!answers.has(address)) answers.set(address, await fetched(reader, address))
        }
      }
      return answers
    }

    beforeAll(async () => {
      world = await leakWorld(database, server.address, kind, name)
      const { rivalGroup, place } = world
      readers = [await place.colleague(rivalGroup), await place.colleague(rivalGroup)]
      before = await everything()
      hidden = await hide(database, world)
    }, 120_000)

    test('the questions reach what is there to be seen', () => {
      const all = [...before.values()].join('\n')
      expect(all).toContain('plain.pdf')
      const refusals = [...before].filter(([, answer]) => /"code":"(BAD_USER_INPUT|INTERNAL)"/.test(answer))
      expect(refusals).toEqual([])
    })

    test('DOC-25 PERM-10 HIST-14 nothing that the rival reads changes by it: no name, id, count or order', async () => {
      const after = await everything()
      const changed = [...after].filter(([key, answer]) => before.get(key) !== answer)
      expect(changed).toEqual([])
      const all = [...after.values()].join('\n').toLowerCase()
      expect([...SECRETS, ...hidden.ids].filter((word) => all.includes(word.toLowerCase()))).toEqual([])
    })

    test('PERM-10 to whoever may see it, it is there', async () => {
      const found = await world.keeper.call<{ name: string }[]>(
        'query($treeId: ID!) { search(treeId: $treeId, search: "mar") { name } }',
      )
      expect(found.map((each) => each.name).join()).toMatch(/Tourmaline.*|Marzipan.*/)
    })

    test('API-006 DOC-17 every call and link answers to a hidden id as to an unknown one', async () => {
      const wrong: string[] = []
      const [reader, other] = [
        await world.place.colleague(world.rivalGroup),
        await world.place.colleague(world.rivalGroup),
      ]
      for (const at of [
        hidden.folder,
        hidden.below,
        hidden.file,
        hidden.single,
        hidden.deleted,
        hidden.zip,
      ]) {
        /** An answer may repeat the id that was asked for, and no other word. */
        const same = (own: string, other: string, what: string) => {
          const plain = own.replaceAll(at, 'ID')
          const words = [...SECRETS, ...hidden.ids].filter((word) =>
            plain.toLowerCase().includes(word.toLowerCase()),
          )
          if (plain !== other.replaceAll(UNKNOWN, 'ID') || words.length > 0) {
            wrong.push(`${what}\n  hidden: ${plain}\n  unknown: ${other}`)
          }
        }
        for (const operation of ONE_EACH) {
          const entry = ENTRIES[operation.field]
          if (typeof entry !== 'function') continue
          const variables = entry({ world, at })
          if (!JSON.stringify(variables).includes(at)) continue
          const unknown = entry({ world, at: UNKNOWN })
          same(
            await asked(world, operation, variables),
            await asked(world, operation, unknown),
            operation.text,
          )
        }
        for (const link of LINKS) {
          const address = link({ world, at })
          if (!address.includes(at)) continue
          same(await fetched(reader, address), await fetched(other, link({ world, at: UNKNOWN })), address)
        }
      }
      expect(wrong).toEqual([])
    })

    test('HIST-14 the ids of entries in a history don’t tell how much happened beside them', async () => {
      const { activity } = await world.rival
        .call<{ activity: { id: string }[] }>(
          'query($treeId: ID!) { history(treeId: $treeId) { activity { id } } }',
        )
        .catch(() => ({ activity: [] }))
      // Whoever reads the history of an O&M tree sees all of it.
      expect(activity.length > 0).toBe(kind.history !== kind.admin)
      const { rows } = await database.pool.query<{ id: string }>('select id::text from activity')
      const numbers = new Set(rows.map(({ id }) => id))
      expect(activity.filter(({ id }) => numbers.has(id) || !/^[\w-]{22}$/.test(id))).toEqual([])
    })

    test('DOP-22 DOP-27 PERM-10 a zip of the whole tree holds none of it', async () => {
      const submitted = await submitZip(world.rival, [world.rival.rootId])
      await server.app.runJobs()
      const zip = await fetchZip(world.rival.client, submitted.zipExport?.id ?? '')
      const all = JSON.stringify([submitted, zip]).toLowerCase()
      expect(all).toContain('plain.pdf')
      expect([...SECRETS, ...hidden.ids].filter((word) => all.includes(word.toLowerCase()))).toEqual([])
    })

    test('DOC-25 a search for its very name finds nothing', async () => {
      for (const search of SECRETS) {
        const { data, errors } = await world.rival.ask(
          `query($treeId: ID!, $search: String!) {
            search(treeId: $treeId, search: $search) { id }
            searchCount(treeId: $treeId, search: $search)
            folders: search(treeId: $treeId, search: $search, fileType: FOLDER) { id }
            folderCount: searchCount(treeId: $treeId, search: $search, fileType: FOLDER)
          }`,
          { search },
        )
        expect([data, errors]).toEqual([{ search: [], searchCount: 0, folders: [], folderCount: 0 }, []])
      }
    })

    test('DOP-02 its name is free to whoever does not see it', async () => {
      const name = async (text: string) => {
        const { data, errors } = await world.rival.ask(
          'mutation($treeId: ID!, $name: String!) { createFolder(treeId: $treeId, name: $name) { folder { name } errors { message } } }',
          { name: text },
        )
        return data?.createFolder ?? errors[0]?.extensions.code
      }
      // Whoever may edit an O&M tree sees all of it.
      const mayEdit = kind.edit !== kind.admin
      expect(await name('zyxomma BID')).toEqual(
        mayEdit ? { folder: { name: 'zyxomma BID' }, errors: [] } : 'FORBIDDEN',
      )
      expect(await name('open')).toEqual(
        mayEdit ? { folder: null, errors: [{ message: 'Folder open already exists!' }] } : 'FORBIDDEN',
      )
    })
  },
)
