import type { DemoHoldingCompany, DemoInvitee, DemoPlan, DemoPortfolio } from '../plan.ts'
import { groupKey, type Ids, idOf, labelKey } from './ids.ts'
import type { DemoServices } from './services.ts'

export const buildEntities = async (services: DemoServices, plan: DemoPlan): Promise<Ids> => {
  const ids: Ids = {
    organisations: new Map(),
    people: new Map(),
    portfolios: new Map(),
    companies: new Map(),
    groups: new Map(),
    labels: new Map(),
    files: new Map(),
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

export const buildGroups = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
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
export const buildLabels = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
  for (const { slug, labels } of plan.organisations) {
    for (const { label, colour, by } of labels) {
      const personId = idOf(ids.people, 'person', by)
      const id = await services.createLabel({ text: label, colour }, { organisation: slug, personId })
      ids.labels.set(labelKey(slug, label), id)
    }
  }
}

/** The last of all: what is archived or in preparation may not be changed, or seen, by others. */
export const setPhases = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
  for (const { slug, phase } of plan.portfolios) {
    if (phase === null) continue
    await services.setPhase(phase.is, {
      portfolioId: idOf(ids.portfolios, 'portfolio', slug),
      personId: idOf(ids.people, 'person', phase.by),
    })
  }
}

/** What the deal team has given to counsel: what one bidder could see. */
export const buildCertificates = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
  for (const { portfolio, organisation, group, by } of plan.certificates) {
    await services.certify({
      portfolioId: idOf(ids.portfolios, 'portfolio', portfolio),
      groupId: idOf(ids.groups, 'group', groupKey(organisation, group)),
      personId: idOf(ids.people, 'person', by),
    })
  }
}

export const buildPictures = async (services: DemoServices, plan: DemoPlan, ids: Ids): Promise<void> => {
  const staff = plan.people.find((person) => person.isSuperUser)?.email ?? 'staff'
  for (const picture of plan.pictures) {
    await services.setPicture(picture, { personId: idOf(ids.people, 'person', staff) })
  }
}
