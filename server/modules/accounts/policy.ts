/** The viewer's relation to the person whose private fields are requested. */
export interface PersonFacts {
  isSelf: boolean
  viewerIsSuperUser: boolean
  /** The person is in an organisation whose people the viewer administers (USERS_ADMIN or ORG_ADMIN). */
  isAdministered: boolean
  /** The person is the deal manager of an entity that the viewer may open. */
  managesInView: boolean
}

/** Phone number and last login. */
export const seesPrivateFields = (facts: PersonFacts): boolean =>
  facts.isSelf || facts.viewerIsSuperUser || facts.isAdministered

export const seesEmail = (facts: PersonFacts): boolean => seesPrivateFields(facts) || facts.managesInView

export const seesTwoFactor = (facts: PersonFacts): boolean => facts.isSelf || facts.viewerIsSuperUser
