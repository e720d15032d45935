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

/** An agreement of a utility with definitions, a cover sheet and exhibits. */
const coverSheet = (t: PpaTerms): Paper => ({
  pages: [
    `COVER SHEET
RENEWABLE POWER PURCHASE AND SALE AGREEMENT

Seller: ${t.seller}
Buyer: ${t.buyer}
Facility type: Solar photovoltaic, single axis tracking
Guaranteed Capacity: 120 MW AC
Guaranteed Commercial Operation Date: ${t.cod}
Delivery Term: ${t.years} Contract Years
Delivery Point: ${t.point}`,
    `EXHIBIT C
COMPENSATION

Buyer shall pay Seller for each MWh of Facility Energy the Renewable Rate of $${t.price}/MWh. On each anniversary of the Commercial
Operation Date the Renewable Rate increases by ${t.escalator}%.

Development Security: none. Performance Security: $${t.security}, in the form of a ${t.instrument}.`,
    GENERAL,
  ],
  stated: [
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'cod', value: t.cod, page: 0 },
    { field: 'term', value: `${t.years} Contract Years`, page: 0 },
    { field: 'settlement', value: t.point, page: 0 },
    { field: 'price', value: `$${t.price}/MWh`, page: 1 },
    { field: 'escalator', value: `${t.escalator}%`, page: 1 },
    { field: 'security', value: `$${t.security}`, page: 1 },
  ],
})

/** A board memorandum that recommends an agreement. */
const memorandum = (t: PpaTerms): Paper => ({
  pages: [
    `MEMORANDUM TO THE BOARD

Subject: Power purchase agreement with ${t.seller}

Staff recommends approval of the power purchase agreement between ${t.buyer}, as buyer, and ${t.seller}, as seller. Under the
agreement we pay $${t.price} per MWh in the first contract year, rising ${t.escalator}% per year after that. Deliveries last
${t.years} years. The project is expected to reach commercial operation by ${t.cod}, and delivers at ${t.point}.`,
    `The seller will provide a ${t.instrument} of $${t.security} as security for its obligations.

Fiscal impact: the expected annual cost is $9,400,000, and was included in the budget that this Board adopted on May 3, 2025.`,
  ],
  stated: [
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'price', value: `$${t.price} per MWh`, page: 0 },
    { field: 'escalator', value: `${t.escalator}%`, page: 0 },
    { field: 'term', value: `${t.years} years`, page: 0 },
    { field: 'cod', value: t.cod, page: 0 },
    { field: 'settlement', value: t.point, page: 0 },
    { field: 'security', value: `$${t.security}`, page: 1 },
  ],
})

/** An agreement in the classic form, with defined terms in quotation marks. */
const defined = (t: PpaTerms): Paper => ({
  pages: [
    `POWER PURCHASE AGREEMENT

This Power Purchase Agreement (this "Agreement") is entered into as of February 9, 2025 (the "Effective Date") by and between
${t.seller} ("Seller") and ${t.buyer} ("Buyer").

ARTICLE 1. DEFINITIONS
"Contract Price" means $${t.price} per MWh, as escalated under Section 4.2.
"Delivery Point" means ${t.point}.
"Delivery Period" means the period of ${t.years} years that begins on the Commercial Operation Date.
"Target Commercial Operation Date" means ${t.cod}, as it may be extended under Section 3.3.`,
    `4.2 Escalation. Beginning with the second Contract Year, the Contract Price shall escalate at a rate of ${t.escalator}% per annum.

8.1 Seller's Credit Support. On or before the Effective Date Seller shall deliver to Buyer a ${t.instrument} in the face amount of
$${t.security}.

9.2 Insurance. Seller maintains general liability insurance of not less than $2,000,000 for each occurrence.`,
    GENERAL,
  ],
  stated: [
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'price', value: `$${t.price} per MWh`, page: 0 },
    { field: 'settlement', value: t.point, page: 0 },
    { field: 'term', value: `${t.years} years`, page: 0 },
    { field: 'cod', value: t.cod, page: 0 },
    { field: 'escalator', value: `${t.escalator}%`, page: 1 },
    { field: 'security', value: `$${t.security}`, page: 1 },
  ],
})

/** A broker's letter that confirms cover. */
const letter = (t: CoverTerms): Paper => ({
  pages: [
    `Dear lender,

We act as insurance broker for ${t.insured} and confirm that the following insurance is in force for the period from ${t.from} to
${t.to}:

General liability with ${t.insurer} under policy no. ${t.policy}, with limits of $${t.occurrence} per occurrence and
$${t.aggregate} in the aggregate. A deductible of $25,000 applies.`,
    `Umbrella liability with ${t.other} under policy no. ${t.excess}.

This letter is for information only and does not amend the policies.`,
  ],
  stated: [
    { field: 'insured', value: t.insured, page: 0 },
    { field: 'effective', value: t.from, page: 0 },
    { field: 'expiration', value: t.to, page: 0 },
    { field: 'insurer', value: t.insurer, page: 0 },
    { field: 'policy', value: t.policy, page: 0 },
    { field: 'limit', value: `$${t.occurrence}`, page: 0 },
    { field: 'limit', value: `$${t.aggregate}`, page: 0 },
    { field: 'insurer', value: t.other, page: 1 },
    { field: 'policy', value: t.excess, page: 1 },
  ],
})

/** Evidence of property insurance, field under field. */
const evidence = (t: CoverTerms): Paper => ({
  pages: [
    `EVIDENCE OF COMMERCIAL PROPERTY INSURANCE

COMPANY
${t.insurer}

NAMED INSURED
${t.insured}

POLICY NUMBER
${t.policy}

EFFECTIVE DATE
${t.from}

EXPIRATION DATE
${t.to}

COMMERCIAL PROPERTY COVERAGE AMOUNT OF INSURANCE: $${t.aggregate}
DEDUCTIBLE: $100,000`,
  ],
  stated: [
    { field: 'insurer', value: t.insurer, page: 0 },
    { field: 'insured', value: t.insured, page: 0 },
    { field: 'policy', value: t.policy, page: 0 },
    { field: 'effective', value: t.from, page: 0 },
    { field: 'expiration', value: t.to, page: 0 },
    { field: 'limit', value: `$${t.aggregate}`, page: 0 },
  ],
})

/** The declarations of a policy. */
const declarations = (t: CoverTerms): Paper => ({
  pages: [
    `${t.insurer}
COMMERCIAL GENERAL LIABILITY COVERAGE PART DECLARATIONS

Policy No.: ${t.policy}
Insured's name and mailing address: ${t.insured}, 200 Commerce Street, Suite 900
Policy period: ${t.from} to ${t.to}, 12:01 a.m. standard time

LIMITS OF INSURANCE
Each Occurrence Limit: $${t.occurrence}
General Aggregate Limit (other than products): $${t.aggregate}

PREMIUM
Estimated total premium: $48,115`,
  ],
  stated: [
    { field: 'insurer', value: t.insurer, page: 0 },
    { field: 'policy', value: t.policy, page: 0 },
    { field: 'insured', value: t.insured, page: 0 },
    { field: 'effective', value: t.from, page: 0 },
    { field: 'expiration', value: t.to, page: 0 },
    { field: 'limit', value: `$${t.occurrence}`, page: 0 },
    { field: 'limit', value: `$${t.aggregate}`, page: 0 },
  ],
})

/** A state's inspection form with numbered sections. */
const stateForm = (t: DamTerms): Paper => ({
  pages: [
    `STATE DAM SAFETY PROGRAM
DAM INSPECTION FORM

1. Name of dam: ${t.name}
2. Hazard potential: ${t.hazard}
3. Date of this inspection: ${t.day}
4. Owner: Harlan Hydro LLC`,
    `5. Observations
   a. ${t.findings[0]}
   b. ${t.findings[1]}

6. Required actions
   a. ${t.actions[0]}
   b. ${t.actions[1]}

7. Next inspection due: ${t.next}`,
  ],
  stated: [
    { field: 'structure', value: t.name, page: 0 },
    { field: 'hazard', value: t.hazard, page: 0 },
    { field: 'inspected', value: t.day, page: 0 },
    { field: 'finding', value: t.findings[0], page: 1 },
    { field: 'finding', value: t.findings[1], page: 1 },
    { field: 'recommendation', value: t.actions[0], page: 1 },
    { field: 'recommendation', value: t.actions[1], page: 1 },
    { field: 'next', value: t.next, page: 1 },
  ],
})

/** A letter of the engineer who inspected. */
const engineer = (t: DamTerms): Paper => ({
  pages: [
    `RE: Inspection of ${t.name}

As you asked, we inspected ${t.name} on ${t.day}. The dam is classified as a ${t.hazard.toLowerCase()} hazard structure. The weather
was clear and the pool stood two feet below the spillway.

What we saw:
• ${t.findings[0]}
• ${t.findings[1]}

What we recommend:
• ${t.actions[0]}
• ${t.actions[1]}

We suggest that the dam is inspected again by ${t.next}.`,
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

/** The summary of a periodic safety report, with a table. */
const periodic = (t: DamTerms): Paper => ({
  pages: [
    `PERIODIC SAFETY INSPECTION REPORT

Project: ${t.name}
Inspection date: ${t.day}
Hazard classification: ${t.hazard}

1.0 EXECUTIVE SUMMARY
The dam was found in satisfactory condition.`,
    `2.0 FINDINGS
2.1 ${t.findings[0]}.
2.2 ${t.findings[1]}.`,
    `3.0 RECOMMENDATIONS
3.1 ${t.actions[0]}.
3.2 ${t.actions[1]}.

4.0 SCHEDULE
The next inspection is scheduled for ${t.next}.`,
  ],
  stated: [
    { field: 'structure', value: t.name, page: 0 },
    { field: 'inspected', value: t.day, page: 0 },
    { field: 'hazard', value: t.hazard, page: 0 },
    { field: 'finding', value: 'The dam was found in satisfactory condition', page: 0 },
    { field: 'finding', value: t.findings[0], page: 1 },
    { field: 'finding', value: t.findings[1], page: 1 },
    { field: 'recommendation', value: t.actions[0], page: 2 },
    { field: 'recommendation', value: t.actions[1], page: 2 },
    { field: 'next', value: t.next, page: 2 },
  ],
})

export const COVER_SHEETS_AND_MEMORANDA = {
  PPA_ANALYSIS: [coverSheet, memorandum, defined].map((make) => (seed: number) => make(ppaTerms(seed))),
  INSURANCE: [letter, evidence, declarations].map((make) => (seed: number) => make(coverTerms(seed))),
  DAM_INSPECTION: [stateForm, engineer, periodic].map((make) => (seed: number) => make(damTerms(seed))),
}
