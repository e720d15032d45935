import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../database/index.ts'
import { widePng } from '../hostileFiles.ts'
import { Room } from '../room.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../server.ts'
import { TestSocket } from '../sockets.ts'
import { readSpreadsheet } from '../spreadsheets.ts'
import { fetchZip, submitZip } from '../zips.ts'
import { FOR_ADMINS } from './rows/crm.ts'
import {
  ADMINS,
  allowed,
  EDITORS,
  lacking,
  MEMBERS,
  type Outcome,
  own,
  READERS,
  REPORT_READERS,
  type Row,
  without,
} from './rows/row.ts'
import { createWorld, PERSONAS, type Persona, type World } from './world.ts'

const database = testDatabase()
let server: TestServer
let world: World

beforeAll(async () => {
  server = await startTestServer(
    database,
    {},
    { callerLimits: NO_CALLER_LIMITS, exportRate: { calls: 1000, windowMs: 60_000 } },
  )
  world = await createWorld(database, server)
})
afterAll(() => server.close())

const STATUS: Partial<Record<Outcome, number>> = { NOT_FOUND: 404, FORBIDDEN: 403, UNAUTHENTICATED: 401 }
/** What is allowed to these, as `allowed` says, in statuses. */
const answered = (expected: Row['expected'], ok = 200) =>
  Object.fromEntries(Object.entries(expected).map(([persona, outcome]) => [persona, STATUS[outcome] ?? ok]))
/** Of an export by its right: members of the deal room learn that they lack it, others nothing. */
const byRight = (those: readonly Persona[]) => answered(allowed(those, lacking(those)))
/** Status of a GET as each persona, as an API call. */
const statuses = async (address: (persona: Persona) => string): Promise<Record<Persona, number>> => {
  const entries = await Promise.all(
    PERSONAS.map(async (persona) => {
      const answer = await world.clients[persona].request(address(persona))
      await answer.arrayBuffer()
      return [persona, answer.status] as const
    }),
  )
  return Object.fromEntries(entries) as Record<Persona, number>
}

test('API-156 DOC-42 the download link of a closed file', async () => {
  expect(await statuses(() => `/documents/${world.documents}/${world.closedFile}/download`)).toEqual(
    answered(allowed(without(READERS, 'bidder'), lacking(READERS)), 302),
  )
})

test('CRM-01 CRM-18 the connection to the CRM is for admins of some organisation', async () => {
  for (const address of ['/salesforce/oauth/?applications=true', '/salesforce/oauth/callback/?state=x']) {
    expect(await statuses(() => address)).toEqual(answered(FOR_ADMINS, 503))
  }
})

test('CRM-01 the template of an import is for admins of some organisation', async () => {
  expect(await statuses(() => '/salesforce/template')).toEqual(answered(FOR_ADMINS))
})

test('CRM-01 CRM-21 the faulty rows of an import are for admins, and of one that has none there are none', async () => {
  expect(await statuses(() => `/salesforce/imports/${world.contacts}/faulty-rows`)).toEqual(
    answered(FOR_ADMINS, 404),
  )
})

test('SSO-26 a test of a connection, and what came of it, are for admins of its organisation', async () => {
  const expected = answered(allowed(['superUser', 'orgAdmin']))
  const { ssoConnection } = world
  // The provider of the world is none, so that whoever may begin is led back.
  expect(await statuses(() => `/sso/${ssoConnection}/test`)).toEqual(
    Object.fromEntries(Object.entries(expected).map(([who, status]) => [who, status === 200 ? 302 : status])),
  )
  const unknown = `/sso/${ssoConnection}/tests/018f0000-0000-7000-8000-000000000000`
  expect(await statuses(() => unknown)).toEqual(answered(allowed([])))
})

test('SSO-07 SSO-24 what a directory’s addresses say to anybody is the same for all', async () => {
  const { ssoConnection } = world
  const all = (status: number) => Object.fromEntries(PERSONAS.map((persona) => [persona, status]))
  expect(await statuses(() => `/sso/${ssoConnection}/start`)).toEqual(all(404))
  expect(await statuses(() => `/sso/${ssoConnection}/callback?state=x`)).toEqual(all(302))
  expect(await statuses(() => `/sso/${ssoConnection}/backchannel-logout`)).toEqual(all(405))
  expect(await statuses(() => `/sso/${ssoConnection}/acs`)).toEqual(all(405))
  // Of another kind.
  expect(await statuses(() => `/sso/${ssoConnection}/metadata`)).toEqual(all(404))
  expect(await statuses(() => `/scim/v2/${ssoConnection}/Users`)).toEqual(all(401))
})

test('BO-01 BO-03 lists of the back office as spreadsheets are for staff; to others there are none', async () => {
  for (const kind of ['company', 'activity', 'nothing']) {
    const expected = PERSONAS.map((each) => {
      if (each === 'superUser') return [each, kind === 'nothing' ? 404 : 200]
      return [each, each === 'signedOut' ? 401 : 404]
    })
    expect(await statuses(() => `/tagauks/exports/${kind}`)).toEqual(Object.fromEntries(expected))
  }
})

test('DOP-28 PERM-10 the link of a zip is for who asked, and the zip holds nothing closed', async () => {
  for (const [persona, sees] of [
    ['bidder', false],
    ['rival', true],
  ] as const) {
    const room = new Room(world.clients[persona], world.documents)
    const { zipExport } = await submitZip(room, [room.rootId])
    await server.app.runJobs()
    const address = `/zip-exports/${zipExport?.id}`
    expect(await statuses(() => address)).toEqual(answered(own(persona), 302))
    const { entries } = await fetchZip(room.client, zipExport?.id ?? '')
    expect(JSON.stringify(entries)).toContain('open.pdf')
    expect(/closed/i.test(JSON.stringify(entries))).toBe(sees)
  }
})

test('API-154 SUBP-10 SUBP-33 images of a page are for who sees the page', async () => {
  const imageOf = async (subpageId: string): Promise<string> => {
    const { data } = await world.clients.dealAdmin.graphql(
      `mutation($id: ID!, $portfolio: ID!, $file: Upload!) {
        createSubpageMedia(subpageId: $id, subjectId: $portfolio, subjectType: PORTFOLIO, file: $file) {
          subpageMedia { url }
        }
      }`,
      {
        id: subpageId,
        portfolio: world.portfolio.id,
        file: new File([new Uint8Array(widePng(9, 9))], 'site.png'),
      },
    )
    const { subpageMedia } = (data?.createSubpageMedia ?? {}) as { subpageMedia: { url: string } }
    return subpageMedia.url
  }
  const open = await imageOf(world.openPage)
  expect(open).toMatch(/^\/subpage-media\/[0-9a-f-]{36}\/$/)
  expect(await statuses(() => open)).toEqual(answered(allowed(READERS)))
  const closed = await imageOf(world.closedPage)
  expect(await statuses(() => closed)).toEqual(answered(allowed([...ADMINS, 'bidder'])))
  // A portfolio's image is none of a holding company.
  expect(await statuses(() => `/holding-company${closed.replace('/', '-')}`)).toEqual(answered(allowed([])))
})

test.each([
  ['projects', 'projects-list-export'],
  ['projects near one another', 'projects-nearby-export'],
])(
  'API-149 PROJ-19 PROJ-20 the export of %s holds those in view, of portfolios that one may open',
  async (_what, path) => {
    const readers: readonly Persona[] = [...READERS, 'guestAdminCompany', 'nextAdmin']
    const address = `/matrix-fund/${path}`
    expect(await statuses(() => address)).toEqual(answered(allowed(readers, lacking(readers))))
    const ofDraft = `${address}?portfolio_ids=${world.portfolio.id}&portfolio_ids=${world.draft.id}`
    expect(await statuses(() => ofDraft)).toEqual(
      answered(allowed(['superUser', 'orgAdmin'], { ...lacking(readers), NOT_FOUND: ['guestAdminCompany'] })),
    )
    for (const [persona, draft] of [
      ['orgAdmin', true],
      ['viewer', false],
    ] as const) {
      const answer = await world.clients[persona].request(address)
      const [sheet] = readSpreadsheet(new Uint8Array(await answer.arrayBuffer()))
      const text = JSON.stringify(sheet?.rows)
      expect([text.includes('Matrix Solar'), text.includes('Matrix Draft Solar')]).toEqual([true, draft])
    }
    const many = Array.from({ length: 501 }, (_, at) => `portfolio_ids=${at}`).join('&')
    expect((await world.clients.viewer.request(`${address}?${many}`)).status).toBe(400)
  },
)

test('API-150 CHK-02 CHK-03 the spreadsheet of a checklist is for whoever sees the portfolio', async () => {
  expect(await statuses(() => `/checklist/${world.checklist}/spreadsheet`)).toEqual(byRight(MEMBERS))
  expect(await statuses(() => `/checklist/${world.idleChecklist}/spreadsheet`)).toEqual(answered(allowed([])))
})

test('API-153 ORG-60 QA-06 QA-14 the spreadsheet of a log is for who sees it', async () => {
  expect(await statuses(() => `/questions/${world.log}/spreadsheet`)).toEqual(answered(allowed(READERS)))
  expect(await statuses(() => `/questions/${world.closedLog}/spreadsheet`)).toEqual(
    answered(allowed([...ADMINS, 'bidder'])),
  )
})

/** How a socket opens to each persona, or the code with which it is closed. */
const socketAnswers = async (path: string): Promise<Record<Persona, number | 'open'>> => {
  const entries = await Promise.all(
    PERSONAS.map(async (persona) => {
      const socket = new TestSocket(world.clients[persona], path)
      const opened = socket.opened().then(() => 'open' as const)
      const answer = await Promise.race([opened, socket.closed])
      opened.catch(() => {})
      if (answer !== 'open') expect([persona, socket.messages]).toEqual([persona, []])
      socket.close()
      return [persona, answer] as const
    }),
  )
  return Object.fromEntries(entries) as Record<Persona, number | 'open'>
}

/** The same to everybody who is signed in. */
const all = (answer: number | 'open') =>
  Object.fromEntries(PERSONAS.map((each) => [each, each === 'signedOut' ? 4401 : answer]))

test('the socket by which a page ends with its session opens to whoever has one', async () => {
  expect(await socketAnswers('/ws/session/')).toEqual(all('open'))
})

test('API-148 CHK-28 the comments of a checklist come to whoever sees the portfolio', async () => {
  const { portfolio, bare, checklist, idleChecklist } = world
  expect(await socketAnswers(`/ws/comments/${portfolio.id}/${checklist}/`)).toEqual({
    ...all('open'),
    outsider: 4404,
    foreign: 4404,
    nextAdmin: 4404,
  })
  for (const path of [
    `/ws/comments/${portfolio.id}/${idleChecklist}/`,
    `/ws/comments/${bare.id}/${checklist}/`,
  ]) {
    expect(await socketAnswers(path)).toEqual(all(4404))
  }
})

test('API-151 API-152 DOP-31 the file index needs the view right', async () => {
  expect(await statuses(() => `/documents/${world.documents}/file-index`)).toEqual(byRight(READERS))
  expect(await statuses(() => `/documents/${world.reports}/file-index`)).toEqual(byRight(REPORT_READERS))
  const closed = await statuses(
    () => `/documents/${world.documents}/file-index?folderId=${world.closedFolder}`,
  )
  expect(closed).toEqual({ ...byRight(READERS), bidder: 404 })
  const { bidder, rival } = world.clients
  for (const [client, sees] of [
    [bidder, false],
    [rival, true],
  ] as const) {
    const answer = await client.request(`/documents/${world.documents}/file-index`)
    const sheets = readSpreadsheet(new Uint8Array(await answer.arrayBuffer()))
    expect(JSON.stringify(sheets[0]?.rows).includes('closed.pdf')).toBe(sees)
    expect(JSON.stringify(sheets[0]?.rows)).toContain('open.pdf')
  }
})

test('API-151 API-152 ORG-53 ORG-56 the change log needs the history right, and its filter by group more', async () => {
  for (const tree of [world.documents, world.reports]) {
    expect(await statuses(() => `/documents/${tree}/change-log?activityTypes=UPLOAD&q=pdf`)).toEqual(
      byRight(ADMINS),
    )
  }
  expect(
    await statuses(() => `/documents/${world.documents}/change-log?userGroupIds=${world.bidderGroup}`),
  ).toEqual(byRight(['superUser', 'orgAdmin']))
  const answer = await world.clients.dealAdmin.request(
    `/documents/${world.documents}/change-log?activityTypes=UPLOAD&activityTypes=NONE`,
  )
  expect(answer.status).toBe(400)
  // What the page is narrowed to, the spreadsheet is as well.
  const rowsOf = async (query: string) => {
    const found = await world.clients.dealAdmin.request(`/documents/${world.documents}/change-log?${query}`)
    return readSpreadsheet(new Uint8Array(await found.arrayBuffer()))[0]?.rows.length
  }
  const all = await rowsOf('')
  expect(all).toBeGreaterThan(1)
  expect(await rowsOf('since=2001-01-01T00:00:00.000Z')).toBe(all)
  expect(await rowsOf('since=2101-01-01T00:00:00.000Z')).toBe(1)
  expect(await rowsOf('userIds=018f0000-0000-7000-8000-000000000000')).toBe(1)
  const noMoment = await world.clients.dealAdmin.request(
    `/documents/${world.documents}/change-log?since=then`,
  )
  expect(noMoment.status).toBe(400)
})

test('API-151 API-152 ORG-47 the access log needs its own right', async () => {
  expect(await statuses(() => `/documents/${world.documents}/access-log`)).toEqual(byRight(ADMINS))
})

test('PROOF-02 what somebody could see is written for whoever edits permissions', async () => {
  const address = `/documents/${world.documents}/access/spreadsheet`
  expect(await statuses(() => `${address}?groupId=${world.bidderGroup}`)).toEqual(byRight(ADMINS))
  const answer = await world.clients.dealAdmin.request(`${address}?groupId=${world.bidderGroup}`)
  const [sheet] = readSpreadsheet(new Uint8Array(await answer.arrayBuffer()))
  expect(sheet?.rows[0]?.slice(0, 3)).toEqual(['Path', 'Type', 'Level'])
  expect(sheet?.rows.length).toBeGreaterThan(1)
  // Closed to the bidder.
  expect(JSON.stringify(sheet?.rows)).not.toContain('Closed')
  expect((await world.clients.dealAdmin.request(address)).status).toBe(400)
})

test('PROOF-03 groups by folders are written for whoever edits permissions', async () => {
  const address = `/documents/${world.documents}/access/matrix`
  expect(await statuses(() => address)).toEqual(byRight(ADMINS))
  const answer = await world.clients.dealAdmin.request(address)
  const [sheet] = readSpreadsheet(new Uint8Array(await answer.arrayBuffer()))
  expect(sheet?.rows[0]?.[0]).toBe('Folder')
  expect(sheet?.rows[0]).toContain('Group of bidder')
  expect(sheet?.rows[1]?.[0]).toBe('Documents')
  expect((await world.clients.dealAdmin.request(`${address}?at=2020-01-01T00%3A00%3A00Z`)).status).toBe(400)
})

test('REDACT-01 REDACT-25 the redaction log is for whoever edits', async () => {
  expect(await statuses(() => `/documents/${world.documents}/redaction-log`)).toEqual(byRight(EDITORS))
})

test('PAGE-30 PAGE-31 the reading times need the analytics right', async () => {
  expect(await statuses(() => `/documents/${world.documents}/reading`)).toEqual(byRight(ADMINS))
})

test('NEW-02 the index of what is new is for whoever may open the tree', async () => {
  const address = () => `/documents/${world.documents}/new/spreadsheet`
  expect(await statuses(address)).toEqual(await statuses(() => `/documents/${world.documents}/file-index`))
})

test("DOC-42 a file address opens for the person that it was made for, in that person's session alone", async () => {
  const { data } = await world.clients.rival.graphql(
    'mutation($t: ID!, $id: ID!) { downloadFile(treeId: $t, documentId: $id) { url } }',
    { t: world.documents, id: world.closedFile },
  )
  const { url } = (data?.downloadFile ?? {}) as { url: string }
  const answers = await statuses(() => url)
  for (const persona of PERSONAS) {
    expect([persona, answers[persona]]).toEqual([
      persona,
      persona === 'rival' ? 200 : persona === 'signedOut' ? 401 : 403,
    ])
  }
})

test('API-005 probes are open, metrics are off without a token, unknown addresses need a session first', async () => {
  for (const path of ['/healthz', '/readyz']) {
    expect(new Set(Object.values(await statuses(() => path)))).toEqual(new Set([200]))
  }
  expect(new Set(Object.values(await statuses(() => '/metrics')))).toEqual(new Set([404]))
  const unknown = await statuses(() => '/nowhere/at-all')
  expect(unknown.signedOut).toBe(401)
  expect(unknown.viewer).toBe(404)
})
