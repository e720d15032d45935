import { accountsModule } from './accounts/module.ts'
import { activityModule } from './activity/module.ts'
import { archivesModule } from './archives/module.ts'
import { backofficeModule } from './backoffice/module.ts'
import { checklistsModule } from './checklists/module.ts'
import { copilotModule } from './copilot/module.ts'
import { crmModule } from './crm/module.ts'
import { documentsModule } from './documents/module.ts'
import { filesModule } from './files/module.ts'
import { findingModule } from './finding/module.ts'
import { fundsModule } from './funds/module.ts'
import { landingModule } from './landing/module.ts'
import { noModules } from './manifest.ts'
import { membershipsModule } from './memberships/module.ts'
import { notificationsModule } from './notifications/module.ts'
import { organisationsModule } from './organisations/module.ts'
import { overviewModule } from './overview/module.ts'
import { projectsModule } from './projects/module.ts'
import { proofsModule } from './proofs/module.ts'
import { questionsModule } from './questions/module.ts'
import { recordModule } from './record/module.ts'
import { removalsModule } from './removals/module.ts'
import { reportingModule } from './reporting/module.ts'
import { scimModule } from './scim/module.ts'
import { ssoModule } from './sso/module.ts'
import { supportModule } from './support/module.ts'
import { tokensModule } from './tokens/module.ts'
import { waitingModule } from './waiting/module.ts'
import { webhooksModule } from './webhooks/module.ts'

/** The modules of the product, each after those that it uses. */
export const MODULES = noModules
  .with(activityModule)
  .with(filesModule)
  .with(accountsModule)
  .with(organisationsModule)
  .with(removalsModule)
  .with(fundsModule)
  .with(notificationsModule)
  .with(waitingModule)
  .with(membershipsModule)
  .with(ssoModule)
  .with(scimModule)
  .with(tokensModule)
  .with(projectsModule)
  .with(landingModule)
  .with(documentsModule)
  .with(overviewModule)
  .with(checklistsModule)
  .with(questionsModule)
  .with(findingModule)
  .with(reportingModule)
  .with(copilotModule)
  .with(crmModule)
  .with(supportModule)
  .with(webhooksModule)
  .with(recordModule)
  .with(archivesModule)
  .with(proofsModule)
  .with(backofficeModule)

/** The doors of the modules by name. */
export type Services = ReturnType<(typeof MODULES)['create']>['doors']
