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

const contract = (t: PpaTerms): Paper => ({
  pages: [
    `POWER PURCHASE AGREEMENT

This Power Purchase Agreement is entered into as of February 2, 2025 by and between ${t.seller}, a Delaware company
(“Seller”), and ${t.buyer} (“Buyer”). Seller and Buyer are the “Parties”.

ARTICLE 1. DEFINITIONS

“Settlement Point” means ${t.point}.
“Guaranteed Commercial Operation Date” means ${t.cod}.`,
    `ARTICLE 4. TERM AND PRICE

4.1 Delivery Term. The Delivery Term shall be ${t.years} years from the Commercial Operation Date.
4.2 Contract Price. Buyer shall pay Seller $${t.price} per MWh for all Delivered Energy. Shortfall damages are $11.00 per MWh.
4.3 Escalation. The Contract Price increases by ${t.escalator}% on each anniversary of the Commercial Operation Date.

ARTICLE 8. CREDIT SUPPORT

8.1 Seller shall deliver a ${t.instrument} in the amount of $${t.security} as Development Security.`,
    GENERAL,
  ],
  stated: [
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'settlement', value: t.point, page: 0 },
    { field: 'cod', value: t.cod, page: 0 },
    { field: 'term', value: `${t.years} years`, page: 1 },
    { field: 'price', value: `$${t.price} per MWh`, page: 1 },
    { field: 'escalator', value: `${t.escalator}%`, page: 1 },
    { field: 'security', value: `$${t.security}`, page: 1 },
  ],
})

const termSheet = (t: PpaTerms): Paper => ({
  pages: [
    `Summary of principal terms

Term\tDescription
Buyer\t${t.buyer}
Seller\t${t.seller}
Energy price\t$${t.price}/MWh
Annual escalator\t${t.escalator}%
Contract term\t${t.years} years
Expected COD\t${t.cod}
Delivery point\t${t.point}
Performance security\t$${t.security} (${t.instrument})
Capacity\t75 MW AC`,
  ],
  stated: [
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'price', value: `$${t.price}/MWh`, page: 0 },
    { field: 'escalator', value: `${t.escalator}%`, page: 0 },
    { field: 'term', value: `${t.years} years`, page: 0 },
    { field: 'cod', value: t.cod, page: 0 },
    { field: 'settlement', value: t.point, page: 0 },
    { field: 'security', value: `$${t.security}`, page: 0 },
  ],
})

const certificate = (t: CoverTerms): Paper => ({
  pages: [
    `CERTIFICATE OF LIABILITY INSURANCE

PRODUCER\tMarsh USA LLC
INSURED\t${t.insured}
INSURER A: ${t.insurer}\tNAIC 16535
INSURER B: ${t.other}\tNAIC 25445

TYPE OF INSURANCE\tPOLICY NUMBER\tPOLICY EFF\tPOLICY EXP\tLIMITS
Commercial general liability\t${t.policy}\t${t.from}\t${t.to}\tEACH OCCURRENCE $${t.occurrence}
Umbrella liability\t${t.excess}\t${t.from}\t${t.to}\tAGGREGATE $${t.aggregate}

Deductible\t$50,000
CERTIFICATE HOLDER\tFirst Lender Bank`,
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

const inspection = (t: DamTerms): Paper => ({
  pages: [
    `Dam Safety Inspection Report

${t.name}

The ${t.name} was inspected on ${t.day} by J. Alvarez, P.E. The dam is classified as a ${t.hazard} hazard potential structure.

Findings

1. ${t.findings[0]}.
2. ${t.findings[1]}.`,
    `Recommendations

1. ${t.actions[0]}.
2. ${t.actions[1]}.

The next inspection is due by ${t.next}.`,
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

export const PLAIN_FORMS = {
  PPA_ANALYSIS: [(seed: number) => contract(ppaTerms(seed)), (seed: number) => termSheet(ppaTerms(seed))],
  INSURANCE: [(seed: number) => certificate(coverTerms(seed))],
  DAM_INSPECTION: [(seed: number) => inspection(damTerms(seed))],
} as const
