import {
  ADMINS,
  allowed,
  lacking,
  lackingInOrganisation,
  list,
  names,
  ORGANISATION_ADMINS,
  object,
  READERS,
  type Row,
  without,
} from './row.ts'

/** Who holds PROJECTS_VIEW on the portfolio. */
const PROJECT_READERS = READERS

/** Projects, as far as their portfolios are open (PROJ-28, PROJ-29). */
export const PROJECT_ROWS: readonly Row[] = [
  {
    field: 'Query.projects',
    title: 'lists those of portfolios in view (PROJ-29)',
    query:
      '{ projects(orgSlug: "matrix-fund", search: "matrix") { projects { name portfolios { name } } aggregations { count totalCapacity } } }',
    variables: () => ({}),
    expected: allowed([...READERS, 'guestAdminCompany', 'nextAdmin'], lackingInOrganisation([])),
    holds: (data, persona) => {
      const seen = names(object(data).projects)
      const draft = persona === 'superUser' || persona === 'orgAdmin'
      const { count, totalCapacity } = object(object(data).aggregations)
      return (
        seen.includes('Matrix Solar') === READERS.includes(persona) &&
        seen.includes('Matrix Draft Solar') === draft &&
        count === seen.length &&
        totalCapacity === (READERS.includes(persona) ? 120 : 0)
      )
    },
  },
  {
    field: 'Query.project',
    title: 'by id, where one of its portfolios is in view with the right',
    query:
      'query($id: ID!) { project(projectId: $id) { name mayMove location { city } utility { name } withinTenCount nearby(limit: 5) { distance isWithinOne project { name capacityAc } } } }',
    variables: ({ project }) => ({ id: project }),
    expected: allowed(PROJECT_READERS),
    holds: (data) => object(data).name === 'Matrix Solar',
  },
  {
    field: 'Query.projectCrossLinks',
    title: 'name portfolios that one may open (PROJ-26)',
    query: 'query($id: ID!) { projectCrossLinks(projectId: $id) { name url } }',
    variables: ({ project }) => ({ id: project }),
    expected: allowed(PROJECT_READERS),
    holds: (data) =>
      list(data)
        .map(({ name, url }) => `${name} ${String(url).startsWith('/portfolios/')}`)
        .join() === 'Matrix One true',
  },
  {
    field: 'Query.projectForm',
    title: 'is for PROJECTS_ADMIN on the organisation (PFORM-05)',
    query: 'query($id: ID!) { projectForm(projectId: $id) { name canEditPortfolios portfolios { name } } }',
    variables: ({ project }) => ({ id: project }),
    expected: allowed(ORGANISATION_ADMINS),
    holds: (data) => names(object(data).portfolios).join() === 'Matrix One',
  },
  {
    field: 'Query.newProjectForm',
    title: 'is for PROJECTS_ADMIN on the organisation (PFORM-05)',
    query: '{ newProjectForm(orgSlug: "matrix-fund") { canEditPortfolios portfolioChoices { name } } }',
    variables: () => ({}),
    expected: allowed(ORGANISATION_ADMINS),
    holds: (data) => names(object(data).portfolioChoices).includes('Matrix Two'),
  },
  ...(['panelModels', 'inverterModels'] as const).map((field) => ({
    field: `Query.${field}`,
    title: 'are for PROJECTS_ADMIN (PFORM-40)',
    query: `{ ${field}(orgSlug: "matrix-fund") { id } }`,
    variables: () => ({}),
    expected: allowed(ORGANISATION_ADMINS, lackingInOrganisation(ORGANISATION_ADMINS)),
    holds: (data: unknown) => list(data).length === 0,
  })),
  {
    field: 'Query.offtakers',
    title: 'are for PROJECTS_ADMIN on the organisation (PFORM-40)',
    query: '{ offtakers(orgSlug: "matrix-fund") { id } }',
    variables: () => ({}),
    expected: allowed(ORGANISATION_ADMINS, lackingInOrganisation(ORGANISATION_ADMINS)),
    holds: (data) => list(data).length === 0,
  },
  {
    field: 'Mutation.createProject',
    title: 'is for PROJECTS_ADMIN on the organisation (PFORM-05)',
    query:
      'mutation { createProject(orgSlug: "matrix-fund", input: { name: "New site", status: OPERATING, projectType: SOLAR }) { id errors { field } } }',
    variables: () => ({}),
    expected: allowed(ORGANISATION_ADMINS, lackingInOrganisation(ORGANISATION_ADMINS)),
    holds: (data) => typeof object(data).id === 'string',
  },
  {
    field: 'Mutation.updateProject',
    title: 'is for PROJECTS_ADMIN on the organisation (PFORM-05)',
    query:
      'mutation($id: ID!) { updateProject(orgSlug: "matrix-fund", projectId: $id, input: { name: "Matrix Solar", status: OPERATING, projectType: SOLAR }) { id errors { field } } }',
    variables: ({ project }) => ({ id: project }),
    expected: allowed(ORGANISATION_ADMINS),
    holds: (data) => list(object(data).errors).length === 0,
  },
  {
    field: 'Mutation.moveProject',
    title: 'is for PROJECTS_ADMIN on the organisation or on a portfolio of the project (MAP-05)',
    query:
      'mutation($id: ID!) { moveProject(projectId: $id, latitude: 40, longitude: -99) { project { location { latitude } withinTenCount } } }',
    variables: ({ project }) => ({ id: project }),
    expected: allowed(ADMINS, { FORBIDDEN: without(PROJECT_READERS, ...ADMINS) }),
    holds: (data) => object(object(object(data).project).location).latitude === 40,
  },
  {
    field: 'Mutation.uploadProjectSpatialFile',
    title: 'is for PROJECTS_ADMIN on the organisation or on a portfolio of the project (MAP-17)',
    query:
      'mutation($id: ID!, $file: Upload!) { uploadProjectSpatialFile(projectId: $id, file: $file) { success message } }',
    variables: ({ project }) => ({ id: project, file: new File(['Name'], 'shapes.csv') }),
    expected: allowed(ADMINS, { FORBIDDEN: without(PROJECT_READERS, ...ADMINS) }),
    holds: (data) => object(data).success === false,
  },
  {
    field: 'Mutation.updateProjectLayers',
    title: 'is for PROJECTS_ADMIN on the organisation or on a portfolio of the project',
    query: 'mutation($id: ID!) { updateProjectLayers(projectId: $id, layers: []) { name } }',
    variables: ({ project }) => ({ id: project }),
    expected: allowed(ADMINS, { FORBIDDEN: without(PROJECT_READERS, ...ADMINS) }),
    holds: (data) => object(data).name === 'Matrix Solar',
  },
  {
    field: 'Query.projectRemoval',
    title: 'is for those who edit the projects of the organisation, and its admins (BO-03)',
    query:
      'query($id: ID!) { projectRemoval(orgSlug: "matrix-fund", of: { projectIds: [$id] }) { count names portfolios { name } problem } }',
    variables: ({ project }) => ({ id: project }),
    expected: allowed(ORGANISATION_ADMINS, lackingInOrganisation(ORGANISATION_ADMINS)),
    holds: (data) =>
      JSON.stringify(data) ===
      '{"count":1,"names":["Matrix Solar"],"portfolios":[{"name":"Matrix One"}],"problem":null}',
  },
  {
    field: 'Mutation.deleteProjects',
    title:
      'is for those who edit the projects of the organisation, and its admins; not where their number is another',
    query:
      'mutation($id: ID!) { deleteProjects(orgSlug: "matrix-fund", of: { projectIds: [$id] }, count: 2) { count } }',
    variables: ({ project }) => ({ id: project }),
    expected: allowed([], { ...lackingInOrganisation(ORGANISATION_ADMINS), CONFLICT: ORGANISATION_ADMINS }),
    holds: () => false,
  },
  {
    field: 'Query.projectImports',
    title: 'is for who sets up the deal room (IMP-13)',
    query: 'query($id: ID!) { projectImports(portfolioId: $id) { id at count } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => list(data).length === 0,
  },
  {
    field: 'Query.exportProjectTemplate',
    title: 'is for who sets up the deal room (IMP-13)',
    query: 'query($id: ID!) { exportProjectTemplate(portfolioId: $id) { fileContent error } }',
    variables: ({ portfolio }) => ({ id: portfolio.id }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => String(object(data).fileContent).length > 1000,
  },
  {
    field: 'Mutation.importProjects',
    title: 'is for who sets up the deal room (IMP-13)',
    query:
      'mutation($id: ID!, $file: Upload!) { importProjects(portfolioId: $id, file: $file) { errors result } }',
    variables: ({ portfolio }) => ({ id: portfolio.id, file: new File(['Name'], 'projects.csv') }),
    expected: allowed(ADMINS, lacking(ADMINS)),
    holds: (data) => JSON.stringify(data) === '{"errors":["Please choose an .xlsx file."],"result":null}',
  },
  {
    field: 'Mutation.confirmImportProjects',
    title: 'is for who sets up the deal room (IMP-13), and takes no other file',
    query:
      'mutation($id: ID!, $file: Upload!) { confirmImportProjects(portfolioId: $id, file: $file) { success } }',
    variables: ({ portfolio }) => ({ id: portfolio.id, file: new File(['Name'], 'projects.csv') }),
    expected: allowed([], { ...lacking(ADMINS), BAD_USER_INPUT: ADMINS }),
    holds: () => false,
  },
]
