import {
  type CoverTerms,
  coverTerms,
  type DamTerms,
  damTerms,
  GENERAL,
  type Paper,
  type PpaTerms,
  ppaTerms,
} from './terms.ts'

// Papers that the extractor was written or improved by: all of their terms are to be found.

const WORDS: Readonly<Record<string, string>> = {
  '12': 'twelve',
  '15': 'fifteen',
  '20': 'twenty',
  '25': 'twenty-five',
}

/** A letter in running text, with the roles of another tradition. */
const letter = (t: PpaTerms): Paper => ({
  pages: [
    `Dear Ms. Okafor,

We write to set out the terms on which ${t.seller}, as supplier, will sell to ${t.buyer}, as offtaker, the whole output of
the 80 MW solar plant that is being built near Abilene. Once commercial operation is reached, which is expected on
${t.cod}, the offtaker will pay USD ${t.price}/MWh for each megawatt-hour that is delivered. That price goes up by
${t.escalator} per cent every year.`,
    `Supply continues for a period of ${WORDS[t.years]} (${t.years}) years after commercial operation. Energy is settled at ${t.point}.
To secure its obligations the supplier will hand over a ${t.instrument} for USD ${t.security} before construction begins.

Yours sincerely,
R. Whitfield`,
  ],
  stated: [
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'cod', value: t.cod, page: 0 },
    { field: 'price', value: `USD ${t.price}/MWh`, page: 0 },
    { field: 'escalator', value: `${t.escalator} per cent`, page: 0 },
    { field: 'term', value: `${WORDS[t.years]} (${t.years}) years`, page: 1 },
    { field: 'settlement', value: t.point, page: 1 },
    { field: 'security', value: `USD ${t.security}`, page: 1 },
  ],
})

/** A cover sheet of numbered items before a long contract. */
const coverSheet = (t: PpaTerms): Paper => ({
  pages: [
    `ENERGY PURCHASE CONTRACT
COVER SHEET

A. Parties
Purchaser: ${t.buyer}
Provider: ${t.seller}

B. Commercial terms
Rate: $${t.price} per MWh in the first Contract Year, escalating at ${t.escalator}% per annum thereafter
Initial Term: ${t.years} years
Scheduled Commercial Operation Date: ${t.cod}
Point of Delivery: ${t.point}
Provider’s Credit Support Amount: $${t.security}`,
    GENERAL,
  ],
  stated: [
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'price', value: `$${t.price} per MWh`, page: 0 },
    { field: 'escalator', value: `${t.escalator}%`, page: 0 },
    { field: 'term', value: `${t.years} years`, page: 0 },
    { field: 'cod', value: t.cod, page: 0 },
    { field: 'settlement', value: t.point, page: 0 },
    { field: 'security', value: `$${t.security}`, page: 0 },
  ],
})

/** An amendment and restatement that speaks in defined terms alone. */
const restated = (t: PpaTerms): Paper => ({
  pages: [
    `SECOND AMENDED AND RESTATED AGREEMENT

“Buyer” means ${t.buyer}.
“Contract Price” means, for each MWh of Product, $${t.price}/MWh, adjusted as provided in Section 3.2.
“Delivery Point” means the ${t.point}.
“Seller” means ${t.seller}.`,
    `3.2 On each anniversary of the COD the Contract Price shall be increased by ${t.escalator}%.

3.5 The Target COD is ${t.cod}; the Outside Date is December 31, 2029.

3.6 Unless terminated earlier, this Agreement remains in effect until the end of a Delivery Period of ${t.years} Contract Years.

3.9 As Seller Security, Seller shall maintain a ${t.instrument} of $${t.security}.`,
  ],
  stated: [
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'price', value: `$${t.price}/MWh`, page: 0 },
    { field: 'settlement', value: t.point, page: 0 },
    { field: 'escalator', value: `${t.escalator}%`, page: 1 },
    { field: 'cod', value: t.cod, page: 1 },
    { field: 'term', value: `${t.years} Contract Years`, page: 1 },
    { field: 'security', value: `$${t.security}`, page: 1 },
  ],
})

/** A broker's letter in running text. */
const brokerLetter = (t: CoverTerms): Paper => ({
  pages: [
    `To whom it may concern

We confirm that ${t.insured} is insured under the following policies.

General liability is written by ${t.insurer} under policy number ${t.policy}, with limits of $${t.occurrence} per occurrence. The
deductible is $25,000.

Excess liability is placed with ${t.other} under policy no. ${t.excess}, with an annual aggregate of $${t.aggregate}.

Both policies run from ${t.from} to ${t.to}. The annual premium of $182,400 has been paid.`,
  ],
  stated: [
    { field: 'insured', value: t.insured, page: 0 },
    { field: 'insurer', value: t.insurer, page: 0 },
    { field: 'insurer', value: t.other, page: 0 },
    { field: 'policy', value: t.policy, page: 0 },
    { field: 'policy', value: t.excess, page: 0 },
    { field: 'effective', value: t.from, page: 0 },
    { field: 'expiration', value: t.to, page: 0 },
    { field: 'limit', value: `$${t.occurrence}`, page: 0 },
    { field: 'limit', value: `$${t.aggregate}`, page: 0 },
  ],
})

/** The declarations page of a policy. */
const declarations = (t: CoverTerms): Paper => ({
  pages: [
    `DECLARATIONS

Policy No.: ${t.policy}
Named Insured: ${t.insured}
Company: ${t.insurer}
Insurance is provided by ${t.insurer}.
Policy Period: ${t.from} to ${t.to}, 12:01 a.m. standard time

Limits of Insurance
Each Occurrence Limit\t$${t.occurrence}
General Aggregate Limit\t$${t.aggregate}
Self-insured retention\t$100,000
Total premium\t$96,000`,
  ],
  stated: [
    { field: 'policy', value: t.policy, page: 0 },
    { field: 'insured', value: t.insured, page: 0 },
    { field: 'insurer', value: t.insurer, page: 0 },
    { field: 'effective', value: t.from, page: 0 },
    { field: 'expiration', value: t.to, page: 0 },
    { field: 'limit', value: `$${t.occurrence}`, page: 0 },
    { field: 'limit', value: `$${t.aggregate}`, page: 0 },
  ],
})

/** A form with columns. */
const form = (t: DamTerms): Paper => ({
  pages: [
    `ANNUAL DAM INSPECTION FORM

Name of dam:\t${t.name}
Date of inspection:\t${t.day}
Hazard classification:\t${t.hazard}
Next inspection due:\t${t.next}
Height:\t42 ft

Observations
Item\tObservation\tRating
1\t${t.findings[0]}\tFair
2\t${t.findings[1]}\tPoor

Corrective actions
No.\tAction\tDue
1\t${t.actions[0]}\t90 days
2\t${t.actions[1]}\t180 days`,
  ],
  stated: [
    { field: 'structure', value: t.name, page: 0 },
    { field: 'inspected', value: t.day, page: 0 },
    { field: 'hazard', value: t.hazard, page: 0 },
    { field: 'next', value: t.next, page: 0 },
    { field: 'finding', value: t.findings[0], page: 0 },
    { field: 'finding', value: t.findings[1], page: 0 },
    { field: 'recommendation', value: t.actions[0], page: 0 },
    { field: 'recommendation', value: t.actions[1], page: 0 },
  ],
})

/** A memorandum in running text. */
const memorandum = (t: DamTerms): Paper => ({
  pages: [
    `MEMORANDUM

Subject: Inspection of ${t.name}

Our team visited the site on ${t.day}. The state lists the dam under the hazard class ${t.hazard}. It was built in 1962.

What was observed
• ${t.findings[0]}
• ${t.findings[1]}`,
    `What we recommend
• ${t.actions[0]}
• ${t.actions[1]}

We plan to inspect again in ${t.next}.`,
  ],
  stated: [
    { field: 'structure', value: t.name, page: 0 },
    { field: 'inspected', value: t.day, page: 0 },
    { field: 'hazard', value: t.hazard, page: 0 },
    { field: 'finding', value: t.findings[0], page: 0 },
    { field: 'finding', value: t.findings[1], page: 0 },
    { field: 'recommendation', value: t.actions[0], page: 1 },
    { field: 'recommendation', value: t.actions[1], page: 1 },
    { field: 'next', value: t.next, page: 1 },
  ],
})

export const LETTERS_AND_DECLARATIONS = {
  PPA_ANALYSIS: [letter, coverSheet, restated].map((wording) => (seed: number) => wording(ppaTerms(seed))),
  INSURANCE: [brokerLetter, declarations].map((wording) => (seed: number) => wording(coverTerms(seed))),
  DAM_INSPECTION: [form, memorandum].map((wording) => (seed: number) => wording(damTerms(seed))),
} as const
