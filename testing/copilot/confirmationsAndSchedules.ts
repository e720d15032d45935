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

/** A virtual agreement in the form of a confirmation. */
const confirmation = (t: PpaTerms): Paper => ({
  pages: [
    `TRANSACTION CONFIRMATION

This Confirmation confirms the transaction between ${t.buyer} (“Purchaser”) and ${t.seller} (“Project Company”).

Product: Renewable energy, as generated
Fixed Price: $${t.price}/MWh
Price adjustment: ${t.escalator}% annual escalation
Delivery Period: ${t.years} years, beginning on the COD
Expected Commercial Operation Date: ${t.cod}
Settlement Location: ${t.point}`,
    `Collateral. Project Company shall post a ${t.instrument} equal to $${t.security} no later than ten days after signing.

Curtailment. Purchaser compensates curtailed energy above 100 hours at the Fixed Price. No damages exceed $2,000,000.`,
    GENERAL,
  ],
  stated: [
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'price', value: `$${t.price}/MWh`, page: 0 },
    { field: 'escalator', value: `${t.escalator}%`, page: 0 },
    { field: 'term', value: `${t.years} years`, page: 0 },
    { field: 'cod', value: t.cod, page: 0 },
    { field: 'settlement', value: t.point, page: 0 },
    { field: 'security', value: `$${t.security}`, page: 1 },
  ],
})

/** Recitals and articles in the words of a cooperative's own form. */
const cooperative = (t: PpaTerms): Paper => ({
  pages: [
    `SOLAR ENERGY SUPPLY AGREEMENT

THIS AGREEMENT is made this 4th day of March 2025 between ${t.seller}, a limited liability company organized under the laws of
Delaware (hereinafter “Supplier”), and ${t.buyer} (hereinafter “Off-taker”).

WHEREAS Supplier intends to build a 60 MW facility and to reach commercial operation on or before ${t.cod};`,
    `ARTICLE II. SALE AND PURCHASE
2.1 Supplier shall sell and Off-taker shall purchase all energy at a rate of $${t.price} per megawatt-hour.
2.2 The rate rises by ${t.escalator} percent each Contract Year.
2.3 Energy shall be delivered to Off-taker at ${t.point}.

ARTICLE III. TERM
3.1 This Agreement shall remain in full force for ${t.years} years following the date of commercial operation, and may be renewed
for two further periods of five years.

ARTICLE VII. ASSURANCE
7.1 Within thirty days Supplier shall furnish security in the form of a ${t.instrument} in an amount of $${t.security}.`,
  ],
  stated: [
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'cod', value: t.cod, page: 0 },
    { field: 'price', value: `$${t.price} per megawatt-hour`, page: 1 },
    { field: 'escalator', value: `${t.escalator} percent`, page: 1 },
    { field: 'settlement', value: t.point, page: 1 },
    { field: 'term', value: `${t.years} years`, page: 1 },
    { field: 'security', value: `$${t.security}`, page: 1 },
  ],
})

/** An abstract by a lawyer, with the terms as questions. */
const abstract = (t: PpaTerms): Paper => ({
  pages: [
    `PPA abstract

Who sells? The seller is ${t.seller}.
Who buys? The buyer is ${t.buyer}.
What is the price? The contract price is $${t.price} per MWh and escalates ${t.escalator}% annually.
How long? The term is ${t.years} years from COD.
When does it begin? COD is guaranteed by ${t.cod}.
Where is energy settled? The settlement point is ${t.point}.
What secures it? Seller’s security is a ${t.instrument} of $${t.security}.`,
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

/** A schedule of insurance, one policy after the other. */
const schedule = (t: CoverTerms): Paper => ({
  pages: [
    `SCHEDULE OF INSURANCE

Named Insured: ${t.insured}

1. Commercial General Liability
Insurer: ${t.insurer}
Policy #: ${t.policy}
Effective: ${t.from}
Expires: ${t.to}
Limit any one occurrence: $${t.occurrence}`,
    `2. Excess Liability
Insurer: ${t.other}
Policy #: ${t.excess}
Effective: ${t.from}
Expires: ${t.to}
Annual aggregate: $${t.aggregate}
Retention: $10,000`,
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

/** An evidence of property insurance in sentences. */
const evidence = (t: CoverTerms): Paper => ({
  pages: [
    `EVIDENCE OF INSURANCE

This is evidence that insurance as identified below has been issued to ${t.insured} by ${t.insurer} and is in force.

The policy, numbered ${t.policy}, is effective ${t.from} and expires ${t.to}. It carries a limit of liability of $${t.occurrence} each
occurrence and $${t.aggregate} in the aggregate, subject to a deductible of $75,000.`,
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

/** An engineer's report with numbered headings. */
const report = (t: DamTerms): Paper => ({
  pages: [
    `PERIODIC INSPECTION REPORT
${t.name}

1.0 INTRODUCTION
A periodic inspection of the ${t.name} was carried out on ${t.day}. The structure has a hazard potential classification of ${t.hazard}.

2.0 OBSERVATIONS
2.1 ${t.findings[0]} was noted by the inspection team.
2.2 ${t.findings[1]} was also observed.`,
    `3.0 RECOMMENDED ACTIONS
(a) ${t.actions[0]}.
(b) ${t.actions[1]}.

4.0 NEXT INSPECTION
The next periodic inspection should take place before ${t.next}.`,
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

/** A letter of the regulator. */
const regulator = (t: DamTerms): Paper => ({
  pages: [
    `Re: ${t.name}, ${t.hazard} hazard

Dear owner,

On ${t.day} an engineer of this office inspected your dam. The following deficiencies were found:
- ${t.findings[0]};
- ${t.findings[1]}.

You are required to take the following remedial measures:
- ${t.actions[0]};
- ${t.actions[1]}.

Your dam is scheduled for its next inspection in ${t.next}.`,
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

export const CONFIRMATIONS_AND_SCHEDULES = {
  PPA_ANALYSIS: [confirmation, cooperative, abstract].map(
    (wording) => (seed: number) => wording(ppaTerms(seed)),
  ),
  INSURANCE: [schedule, evidence].map((wording) => (seed: number) => wording(coverTerms(seed))),
  DAM_INSPECTION: [report, regulator].map((wording) => (seed: number) => wording(damTerms(seed))),
} as const
