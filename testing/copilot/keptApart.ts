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

// Wordings that the extractor was not written against, and is never improved by what it misses of. It found 97 % of their
// terms when it first met them; one place that it had invented has been corrected since.

/** An agreement of a corporate buyer, with a preamble in short lines. */
const corporate = (t: PpaTerms): Paper => ({
  pages: [
    `SOLAR POWER PURCHASE AGREEMENT

This Solar Power Purchase Agreement is made on November 12, 2025 between:

(1) ${t.seller} (the "Seller"); and
(2) ${t.buyer} (the "Buyer").

1. TERM
The Agreement starts on the date above. Deliveries continue for ${t.years} years after the Commercial Operation Date.

2. PRICE
The Buyer shall pay the Seller $${t.price}/MWh for energy delivered in the first Contract Year. The price increases by ${t.escalator}% on each
anniversary of the Commercial Operation Date.`,
    `3. DELIVERY
Title to energy passes at the Delivery Point, which is ${t.point}.

4. MILESTONES
The Seller shall achieve Commercial Operation not later than ${t.cod}. Financial close shall occur by January 15, 2026.

5. CREDIT
The Seller shall deliver to the Buyer a ${t.instrument} in the amount of $${t.security} within thirty days.`,
    GENERAL,
  ],
  stated: [
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'term', value: `${t.years} years`, page: 0 },
    { field: 'price', value: `$${t.price}/MWh`, page: 0 },
    { field: 'escalator', value: `${t.escalator}%`, page: 0 },
    { field: 'settlement', value: t.point, page: 1 },
    { field: 'cod', value: t.cod, page: 1 },
    { field: 'security', value: `$${t.security}`, page: 1 },
  ],
})

/** A record of a workbook that was printed, label beside value. */
const dataSheet = (t: PpaTerms): Paper => ({
  pages: [
    `CONTRACT DATA SHEET

Contract type:\tPower purchase agreement
Seller:\t${t.seller}
Purchaser:\t${t.buyer}
Energy price (year 1):\t$${t.price} per MWh
Annual escalation:\t${t.escalator}%
Contract term:\t${t.years} years
Expected COD:\t${t.cod}
Point of delivery:\t${t.point}
Letter of credit or other security:\t$${t.security}
Governing law:\tTexas`,
  ],
  stated: [
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'price', value: `$${t.price} per MWh`, page: 0 },
    { field: 'escalator', value: `${t.escalator}%`, page: 0 },
    { field: 'term', value: `${t.years} years`, page: 0 },
    { field: 'cod', value: t.cod, page: 0 },
    { field: 'settlement', value: t.point, page: 0 },
    { field: 'security', value: `$${t.security}`, page: 0 },
  ],
})

/** An opinion of counsel who read the agreement. */
const counsel = (t: PpaTerms): Paper => ({
  pages: [
    `LEGAL DUE DILIGENCE REPORT
4. Offtake

4.1 Parties. ${t.seller} as seller and ${t.buyer} as buyer entered into the PPA on April 2, 2025.
4.2 Term. The PPA remains in effect for ${t.years} years from the commercial operation date.
4.3 Price. The contract price is $${t.price} per MWh, subject to an annual escalator of ${t.escalator}%.
4.4 Delivery. The delivery point is ${t.point}.
4.5 Commercial operation. The guaranteed commercial operation date is ${t.cod}.`,
    `4.6 Security. The seller is required to maintain a ${t.instrument} of $${t.security}.
4.7 Assignment. Consent of the buyer is needed, except for a collateral assignment to lenders.
4.8 Observations. The cap on damages of $3,000,000 is in line with the market.`,
  ],
  stated: [
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'term', value: `${t.years} years`, page: 0 },
    { field: 'price', value: `$${t.price} per MWh`, page: 0 },
    { field: 'escalator', value: `${t.escalator}%`, page: 0 },
    { field: 'settlement', value: t.point, page: 0 },
    { field: 'cod', value: t.cod, page: 0 },
    { field: 'security', value: `$${t.security}`, page: 1 },
  ],
})

/** A certificate in the form that many brokers' programs print. */
const printed = (t: CoverTerms): Paper => ({
  pages: [
    `CERTIFICATE OF INSURANCE
Date issued: February 3, 2026

Named Insured
${t.insured}

Insurance company
${t.insurer}

Coverage: Commercial general liability
Policy number: ${t.policy}
Policy effective date: ${t.from}
Policy expiration date: ${t.to}
Limit per occurrence: $${t.occurrence}
General aggregate: $${t.aggregate}`,
  ],
  stated: [
    { field: 'insured', value: t.insured, page: 0 },
    { field: 'insurer', value: t.insurer, page: 0 },
    { field: 'policy', value: t.policy, page: 0 },
    { field: 'effective', value: t.from, page: 0 },
    { field: 'expiration', value: t.to, page: 0 },
    { field: 'limit', value: `$${t.occurrence}`, page: 0 },
    { field: 'limit', value: `$${t.aggregate}`, page: 0 },
  ],
})

/** A confirmation by an insurer itself. */
const confirmed = (t: CoverTerms): Paper => ({
  pages: [
    `To whom it may concern

${t.insurer} confirms that it insures ${t.insured} under policy number ${t.policy}. The policy is effective from ${t.from} until ${t.to}.

The limit of liability is $${t.occurrence} any one occurrence, and $${t.aggregate} in the aggregate for the policy period. The insured bears
a deductible of $15,000 of each claim.`,
  ],
  stated: [
    { field: 'insurer', value: t.insurer, page: 0 },
    { field: 'insured', value: t.insured, page: 0 },
    { field: 'policy', value: t.policy, page: 0 },
    { field: 'effective', value: t.from, page: 0 },
    { field: 'expiration', value: t.to, page: 0 },
    { field: 'limit', value: `$${t.occurrence}`, page: 0 },
    { field: 'limit', value: `$${t.aggregate}`, page: 0 },
  ],
})

/** The insurance exhibit of a loan's closing set. */
const closing = (t: CoverTerms): Paper => ({
  pages: [
    `EXHIBIT H
EVIDENCE OF INSURANCE AT CLOSING

Insured party: ${t.insured}

A. Primary liability
Insurer: ${t.insurer}
Policy no.: ${t.policy}
Period: ${t.from} through ${t.to}
Limits: $${t.occurrence} each occurrence`,
    `B. Excess liability
Insurer: ${t.other}
Policy no.: ${t.excess}
Period: ${t.from} through ${t.to}
Limits: $${t.aggregate} aggregate`,
  ],
  stated: [
    { field: 'insured', value: t.insured, page: 0 },
    { field: 'insurer', value: t.insurer, page: 0 },
    { field: 'policy', value: t.policy, page: 0 },
    { field: 'effective', value: t.from, page: 0 },
    { field: 'expiration', value: t.to, page: 0 },
    { field: 'limit', value: `$${t.occurrence}`, page: 0 },
    { field: 'insurer', value: t.other, page: 1 },
    { field: 'policy', value: t.excess, page: 1 },
    { field: 'limit', value: `$${t.aggregate}`, page: 1 },
  ],
})

/** A yearly report with tables of findings and of actions. */
const yearly = (t: DamTerms): Paper => ({
  pages: [
    `ANNUAL SAFETY INSPECTION REPORT

Name of dam:\t${t.name}
Date of inspection:\t${t.day}
Hazard potential classification:\t${t.hazard}
Date of next inspection:\t${t.next}

Section 1. Findings
1. ${t.findings[0]}
2. ${t.findings[1]}`,
    `Section 2. Recommended actions
1. ${t.actions[0]}
2. ${t.actions[1]}`,
  ],
  stated: [
    { field: 'structure', value: t.name, page: 0 },
    { field: 'inspected', value: t.day, page: 0 },
    { field: 'hazard', value: t.hazard, page: 0 },
    { field: 'next', value: t.next, page: 0 },
    { field: 'finding', value: t.findings[0], page: 0 },
    { field: 'finding', value: t.findings[1], page: 0 },
    { field: 'recommendation', value: t.actions[0], page: 1 },
    { field: 'recommendation', value: t.actions[1], page: 1 },
  ],
})

/** An e-mail of the inspector, sent before the report. */
const mail = (t: DamTerms): Paper => ({
  pages: [
    `Subject: ${t.name}, inspection

Thank you for having us at ${t.name}. The site visit took place on ${t.day}. As you know the dam is rated ${t.hazard.toLowerCase()} hazard.

We noted the following issues:
- ${t.findings[0]}
- ${t.findings[1]}

We recommend that you do the following:
- ${t.actions[0]}
- ${t.actions[1]}

We plan the next inspection for ${t.next}.`,
  ],
  stated: [
    { field: 'structure', value: t.name, page: 0 },
    { field: 'inspected', value: t.day, page: 0 },
    { field: 'hazard', value: t.hazard, page: 0 },
    { field: 'finding', value: t.findings[0], page: 0 },
    { field: 'finding', value: t.findings[1], page: 0 },
    { field: 'recommendation', value: t.actions[0], page: 0 },
    { field: 'recommendation', value: t.actions[1], page: 0 },
    { field: 'next', value: t.next, page: 0 },
  ],
})

/** A condition report of an asset manager's engineer. */
const condition = (t: DamTerms): Paper => ({
  pages: [
    `CONDITION REPORT

Structure: ${t.name}
Hazard class: ${t.hazard} hazard
Inspected on: ${t.day} by R. Delgado, P.E.

OBSERVATIONS
(i) ${t.findings[0]}
(ii) ${t.findings[1]}

RECOMMENDATIONS
(i) ${t.actions[0]}
(ii) ${t.actions[1]}

NEXT INSPECTION
${t.next}`,
  ],
  stated: [
    { field: 'structure', value: t.name, page: 0 },
    { field: 'hazard', value: t.hazard, page: 0 },
    { field: 'inspected', value: t.day, page: 0 },
    { field: 'finding', value: t.findings[0], page: 0 },
    { field: 'finding', value: t.findings[1], page: 0 },
    { field: 'recommendation', value: t.actions[0], page: 0 },
    { field: 'recommendation', value: t.actions[1], page: 0 },
    { field: 'next', value: t.next, page: 0 },
  ],
})

export const KEPT_APART = {
  PPA_ANALYSIS: [corporate, dataSheet, counsel].map((make) => (seed: number) => make(ppaTerms(seed))),
  INSURANCE: [printed, confirmed, closing].map((make) => (seed: number) => make(coverTerms(seed))),
  DAM_INSPECTION: [yearly, mail, condition].map((make) => (seed: number) => make(damTerms(seed))),
}
