import { sql } from 'kysely'
import { countedOf } from '../../admin/index.ts'
import { joins } from '../../platform/hooks.ts'
import { handles } from '../../platform/jobs/index.ts'
import { createKmlReader } from '../../platform/kml/index.ts'
import { createSheetReader } from '../../platform/spreadsheets/read/index.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Files } from '../files/index.ts'
import { type Funds, projectSizes } from '../funds/index.ts'
import type { Module } from '../manifest.ts'
import { type Organisations, organisationHolds } from '../organisations/index.ts'
import { createDeletionResolvers } from './deletion/deletionResolvers.ts'
import { createProjectDeletion } from './deletion/index.ts'
import { createEquipmentResolvers } from './equipment/equipmentResolvers.ts'
import { createEquipmentImports } from './equipment/importing.ts'
import { projectsLink } from './exports.ts'
import { createFormResolvers } from './form/formResolvers.ts'
import { createProjectForms } from './form/index.ts'
import { createImports } from './import/importing.ts'
import { createImportResolvers } from './import/importResolvers.ts'
import { createProjects, type Projects } from './index.ts'
import { nearbyLink } from './nearbyExport.ts'
import { projectKinds } from './office.ts'
import { createProjectResolvers } from './resolvers.ts'
import { collectionJob, createSpatial, shapeFiles, shapesJob } from './spatial/index.ts'
import { createSpatialResolvers } from './spatial/spatialResolvers.ts'
import { joinLayers, readShapes } from './spatial/work.ts'

interface Needs {
  files: Files
  accounts: Accounts
  funds: Funds
  organisations: Organisations
}

const FORM = [
  'HoldingCompany.projects',
  'ProjectCollection.layers',
  'ProjectCollection.places',
  'ProjectForm.org',
  'ProjectForm.savedBy',
]

const PARTS = [
  'acquiredPortfolio',
  'inverterCount',
  'inverterManufacturer',
  'inverters',
  'mayMove',
  'moduleManufacturer',
  'nearby',
  'offtakerCredit',
  'offtakerName',
  'offtakers',
  'org',
  'panelCount',
  'panels',
  'portfolios',
  'ppaContracts',
  'ppaLength',
  'ppaRemainingAvg',
  'spatial',
  'withinOne',
  'withinOneCount',
  'withinOneSumCapacityAc',
  'withinTen',
  'withinTenCount',
  'withinTenSumCapacityAc',
].map((field) => `Project.${field}`)

const TOTALS = [
  'averageOfftakerQuality',
  'dynamicNumberOfProjects',
  'dynamicRemainingPpaTerm',
  'dynamicSystemSize',
  'projectCount',
  'projects',
  'remainingPpaTerm',
  'systemSizeAc',
  'systemSizeEss',
].map((field) => `Portfolio.${field}`)

export const projectsModule: Module<'projects', Projects, Needs> = {
  name: 'projects',
  folder: import.meta.dirname,
  tokens: { never: ['backOfficeImportEquipment'] },
  readingFields: [...FORM, ...PARTS, ...TOTALS],
  pages: {
    known: [
      /^\/portfolios\/[^/]+\/projects\/[^/]+\/?$/,
      /^\/[^/]+\/projects(\/[^/]+(\/edit)?)?\/?$/,
      /^\/tagauks\/portfolios\/portfolio\/[^/]+\/import\/?$/,
    ],
  },
  rows: {
    ProjectCollection: 'index.ts#FoundProjects',
    Project: 'core/fields.ts#ProjectRow',
    ProjectLocation: 'core/fields.ts#ProjectRow',
    ProjectSystem: 'core/fields.ts#ProjectRow',
    ProjectContact: 'core/fields.ts#ProjectRow',
    ProjectUtility: 'core/fields.ts#ProjectRow',
    ProjectLayer: 'spatial/store.ts#FoundLayer',
    ProjectSpatial: 'spatial/store.ts#SpatialRows',
    SpatialFeature: 'spatial/store.ts#LayerRow',
    ProjectForm: 'form/index.ts#SavedForm',
    NewProjectForm: 'form/index.ts#BlankForm',
    ProjectRemoval: 'deletion/index.ts#ProjectRemoval',
    ProjectImport: 'deletion/store.ts#ImportRow',
  },
  create: ({ db, hooks, jobsDb }, { accounts, files, funds, organisations }) => {
    const projects = createProjects(db, funds, organisations)
    const reader = createSheetReader()
    const shapes = createKmlReader()
    const spatial = createSpatial(db, projects, files)
    return {
      door: projects,
      resolvers: [
        createProjectResolvers(projects, organisations),
        createImportResolvers(createImports(db, funds, reader, hooks)),
        createSpatialResolvers(spatial, projects, files),
        createFormResolvers(createProjectForms(db, funds, organisations), { organisations, accounts }),
        createDeletionResolvers(createProjectDeletion(db, funds, organisations)),
        createEquipmentResolvers(createEquipmentImports(db, organisations, reader)),
      ],
      links: [projectsLink(projects, organisations), nearbyLink(projects, organisations)],
      queued: [
        handles(shapesJob, ({ id }, { last }) => readShapes({ db: jobsDb, files, reader: shapes }, id, last)),
        handles(collectionJob, ({ shapesId }) => joinLayers({ db: jobsDb, files }, shapesId)),
      ],
      office: projectKinds(),
      hooks: [
        ...shapeFiles(projects),
        joins(organisationHolds, (db, { organisationId }) =>
          countedOf(db, {
            Projects: sql`from project where organisation_id = ${organisationId} and deleted_at is null`,
          }),
        ),
        joins(projectSizes, async (on, { portfolioIds }) =>
          (await projects.totals(portfolioIds, on)).map(({ capacity }) => capacity),
        ),
      ],
      stopJobs: () => shapes.close(),
      // Nobody waits for a file any more.
      close: async () => reader.close(),
    }
  },
}
