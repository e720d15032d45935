import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../client.ts'
import { testDatabase } from '../database/index.ts'
import { factories, PASSWORD } from '../factories.ts'
import { all, type Call, outcomes, type RightsFund, rightsFund } from './rights.ts'

const database = testDatabase()
const make = factories(database)
let fund: RightsFund

beforeAll(async () => {
  fund = await rightsFund(database)
})
afterAll(() => fund.server.close())

test('ORG-58 without PROJECTS_VIEW there are no projects, of organisation or portfolio, nor their export', async () => {
  const calls: Record<string, Call> = {
    projects: ['query { projects(orgSlug: "rights-fund") { aggregations { count } projects { id } } }'],
    project: ['query($id: ID!) { project(projectId: $id) { name } }', { id: fund.project }],
    projectCrossLinks: [
      'query($id: ID!) { projectCrossLinks(projectId: $id) { name } }',
      { id: fund.project },
    ],
    portfolioProjects: [
      'query($id: ID!) { portfolioProjects(portfolioId: $id) { id } }',
      { id: fund.place.portfolioId },
    ],
  }
  const blind = await fund.without('ORG_ADMIN', 'PROJECTS_VIEW')
  const seeing = await fund.without('ORG_ADMIN')
  for (const [name, found] of Object.entries(await outcomes(blind, calls))) {
    expect(['refused', 'nothing'], name).toContain(found)
  }
  expect(await outcomes(seeing, calls)).toEqual(all(calls, 'answered'))
  const exported = (client: Client) => client.request('/rights-fund/projects-list-export')
  expect((await exported(blind)).status).toBe(403)
  expect((await exported(seeing)).status).toBe(200)
})

test('ORG-59 PFORM-05 without PROJECTS_ADMIN no project is made, changed, moved or given layers; on a portfolio alone it moves and gives layers', async () => {
  const input = '{ name: "Rights Solar", status: OPERATING, projectType: SOLAR }'
  const form: Record<string, Call> = {
    updateProject: [
      `mutation($id: ID!) { updateProject(orgSlug: "rights-fund", projectId: $id, input: ${input}) { id errors { field } } }`,
      { id: fund.project },
    ],
    createProject: [
      `mutation { createProject(orgSlug: "rights-fund", input: ${input.replace('Rights', 'Another')}) { id errors { field } } }`,
    ],
  }
  const map: Record<string, Call> = {
    moveProject: [
      'mutation($id: ID!) { moveProject(projectId: $id, latitude: 40, longitude: -99) { project { id } } }',
      { id: fund.project },
    ],
    updateProjectLayers: [
      'mutation($id: ID!) { updateProjectLayers(projectId: $id, layers: []) { id } }',
      { id: fund.project },
    ],
    uploadProjectSpatialFile: [
      'mutation($id: ID!, $file: Upload!) { uploadProjectSpatialFile(projectId: $id, file: $file) { success } }',
      { id: fund.project, file: new File(['no shapes'], 'shapes.csv') },
    ],
  }
  const calls = { ...form, ...map }
  expect(await outcomes(await fund.without('ORG_ADMIN', 'PROJECTS_ADMIN'), calls)).toEqual(
    all(calls, 'refused'),
  )
  expect(await outcomes(await fund.without('ORG_ADMIN'), calls)).toEqual(all(calls, 'answered'))
  const email = 'portfolio@rights.example'
  const groupId = await make.group({
    organisationId: fund.organisationId,
    role: ['DEALROOM_VIEW', 'PROJECTS_VIEW', 'PROJECTS_ADMIN'],
    portfolioIds: [fund.place.portfolioId],
  })
  await make.member(groupId, await make.person({ email, password: PASSWORD }))
  const onPortfolio = new Client(fund.server.address)
  await onPortfolio.signIn(email, PASSWORD)
  expect(await outcomes(onPortfolio, calls)).toEqual({ ...all(form, 'refused'), ...all(map, 'answered') })
})
