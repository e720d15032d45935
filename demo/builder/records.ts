import type { DemoPlan, DemoQuestion } from '../plan.ts'
import { fileKey, groupKey, type Ids, idOf } from './ids.ts'
import type { DemoServices } from './services.ts'

export const buildLogs = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
  const person = (email: string) => idOf(ids.people, 'person', email)
  for (const log of plan.logs) {
    const ask = (question: Omit<DemoQuestion, 'followUps'>, logId: string, parentId: string | null) =>
      services.ask(question, {
        logId,
        parentId,
        personOf: person,
        fileOf: (path) => idOf(ids.files, 'file', fileKey(log.portfolio, path)),
      })
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

export const buildOverviews = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
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

export const buildTickets = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
  const staff = plan.people.find((person) => person.isSuperUser)?.email ?? 'staff'
  for (const ticket of plan.tickets) {
    await services.sendTicket(ticket, {
      personId: idOf(ids.people, 'person', ticket.by),
      staffId: idOf(ids.people, 'person', staff),
    })
  }
}

export const buildImports = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
  for (const contacts of plan.imports) {
    await services.importContacts(contacts, { personId: idOf(ids.people, 'person', contacts.by) })
  }
  for (const directory of plan.directories) {
    await services.connectDirectory(directory, { personId: idOf(ids.people, 'person', directory.by) })
  }
  for (const automation of plan.automations) {
    await services.automate(automation, {
      personId: idOf(ids.people, 'person', automation.by),
      organisationId: idOf(ids.organisations, 'organisation', automation.organisation),
    })
  }
  for (const { by, at } of plan.duplicateReports) {
    await services.reportDuplicates({ personId: idOf(ids.people, 'person', by), at })
  }
}

export const buildChecklists = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
  for (const checklist of plan.checklists) {
    const room = plan.portfolios.find(({ slug }) => slug === checklist.portfolio)
    await services.createChecklist(checklist, {
      portfolioId: idOf(ids.portfolios, 'portfolio', checklist.portfolio),
      administratorId: idOf(ids.people, 'person', checklist.administrator),
      personOf: (email) => idOf(ids.people, 'person', email),
      groupOf: (name) => idOf(ids.groups, 'group', groupKey(room?.organisation ?? '', name)),
    })
  }
}
