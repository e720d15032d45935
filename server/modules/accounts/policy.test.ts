import { expect, test } from 'vitest'
import { type PersonFacts, seesEmail, seesPrivateFields, seesTwoFactor } from './policy.ts'

const stranger: PersonFacts = {
  isSelf: false,
  viewerIsSuperUser: false,
  isAdministered: false,
  managesInView: false,
}

test.each([
  ['a stranger', {}, [false, false, false]],
  ['the person', { isSelf: true }, [true, true, true]],
  ['a super user', { viewerIsSuperUser: true }, [true, true, true]],
  ['who administers the person', { isAdministered: true }, [true, true, false]],
  ['who may open what the person manages', { managesInView: true }, [true, false, false]],
])('what %s sees of e-mail, private fields and two-factor status', (_who, facts, expected) => {
  const all = { ...stranger, ...facts }
  expect([seesEmail(all), seesPrivateFields(all), seesTwoFactor(all)]).toEqual(expected)
})
