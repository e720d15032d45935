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

/** A tariff form of a utility, with its own words for the parties. */
const tariffForm = (t: PpaTerms): Paper => ({
  pages: [
    `STANDARD OFFER CONTRACT FOR QUALIFYING FACILITIES

This contract is entered into by ${t.buyer} ("Purchaser") and ${t.seller} ("Producer") on August 4, 2025.

1. Sale. Producer agrees to sell, and Purchaser agrees to buy, all energy that the Facility generates.
2. Rate. For energy delivered in the first year Purchaser pays $${t.price} for each MWh. Thereafter the rate increases ${t.escalator}% annually.
3. Point of Delivery. ${t.point}.
4. Term. This contract has a term of ${t.years} years, counted from the Commercial Operation Date.`,
    `5. Milestones. The Facility shall be in commercial operation by ${t.cod}.
6. Security. Producer posts a ${t.instrument} for $${t.security}.
7. Damages. Delay damages are $250 per MW for each day, not more than $1,500,000.`,
    GENERAL,
  ],
  stated: [
    { field: 'buyer', value: t.buyer, page: 0 },
    { field: 'seller', value: t.seller, page: 0 },
    { field: 'price', value: `$${t.price}`, page: 0 },
    { field: 'escalator', value: `${t.escalator}%`, page: 0 },
    { field: 'settlement', value: t.point, page: 0 },
    { field: 'term', value: `${t.years} years`, page: 0 },
    { field: 'cod', value: t.cod, page: 1 },
    { field: 'security', value: `$${t.security}`, page: 1 },
  ],
})

/** The schedule of a large agreement, as a list of items. */
const schedule = (t: PpaTerms): Paper => ({
  pages: [
    `SCHEDULE 1
KEY COMMERCIAL TERMS

• Seller: ${t.seller}
• Buyer: ${t.buyer}
• Contract Price: $${t.price} per MWh, flat within each Contract Year
• Annual Escalator: ${t.escalator}%
• Delivery Term: ${t.years} years
• Scheduled Commercial Operation Date: ${t.cod}
• Delivery Point: ${t.point}
• Seller Performance Assurance: $${t.security} (${t.instrument})`,
    GENERAL,
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

/** An announcement that both parties agreed on. */
const announcement = (t: PpaTerms): Paper => ({
  pages: [
    `Summary of the transaction

${t.seller} and ${t.buyer} have signed a power purchase agreement for the output of a 75 MW solar farm. ${t.seller} is the seller and
${t.buyer} is the buyer.

The buyer will pay a price of $${t.price} per MWh that escalates by ${t.escalator}% a year, over a term of ${t.years} years.

Commercial operation is expected in the second quarter, and guaranteed by ${t.cod}. Energy settles at ${t.point}. To secure its
obligations the seller provides a ${t.instrument} in the amount of $${t.security}.`,
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

/** A certificate for a lender as additional insured. */
const lenderCertificate = (t: CoverTerms): Paper => ({
  pages: [
    `CERTIFICATE OF LIABILITY INSURANCE

Producer: Lakeshore Insurance Brokers, Inc.
Insured: ${t.insured}
Insurer A: ${t.insurer}
Insurer B: ${t.other}

Insr\tType of insurance\tPolicy number\tPolicy eff\tPolicy exp\tLimits
A\tCommercial general liability\t${t.policy}\t${t.from}\t${t.to}\tEach occurrence $${t.occurrence}
B\tUmbrella liability\t${t.excess}\t${t.from}\t${t.to}\tAggregate $${t.aggregate}

Certificate holder: First Lender Bank, N.A., which is an additional insured.`,
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

/** An endorsement that repeats what it is attached to. */
const endorsement = (t: CoverTerms): Paper => ({
  pages: [
    `ENDORSEMENT NO. 4

This endorsement changes the policy. Please read it carefully.

Policy number: ${t.policy}
Named insured: ${t.insured}
Issuing company: ${t.insurer}
Endorsement effective: ${t.from}
Policy expires: ${t.to}`,
    `The general aggregate limit is amended to read $${t.aggregate}, and the limit for each occurrence to read $${t.occurrence}.
The additional premium for this endorsement is $3,250.`,
  ],
  stated: [
    { field: 'policy', value: t.policy, page: 0 },
    { field: 'insured', value: t.insured, page: 0 },
    { field: 'insurer', value: t.insurer, page: 0 },
    { field: 'effective', value: t.from, page: 0 },
    { field: 'expiration', value: t.to, page: 0 },
    { field: 'limit', value: `$${t.aggregate}`, page: 1 },
    { field: 'limit', value: `$${t.occurrence}`, page: 1 },
  ],
})

/** A cover note as brokers in London write it. */
const coverNote = (t: CoverTerms): Paper => ({
  pages: [
    `COVER NOTE

Type: Third party liability insurance
Assured: ${t.insured}
Period: From ${t.from} to ${t.to}, both days inclusive
Sum insured: $${t.occurrence} any one occurrence and $${t.aggregate} in the annual aggregate
Policy reference: ${t.policy}
Insurers: ${t.insurer}

Retention: $50,000 each and every loss`,
  ],
  stated: [
    { field: 'insured', value: t.insured, page: 0 },
    { field: 'effective', value: t.from, page: 0 },
    { field: 'expiration', value: t.to, page: 0 },
    { field: 'limit', value: `$${t.occurrence}`, page: 0 },
    { field: 'limit', value: `$${t.aggregate}`, page: 0 },
    { field: 'policy', value: t.policy, page: 0 },
    { field: 'insurer', value: t.insurer, page: 0 },
  ],
})

/** A check-list that an operator fills in. */
const operatorSheet = (t: DamTerms): Paper => ({
  pages: [
    `OPERATOR'S DAM INSPECTION SHEET

Dam name: ${t.name}
Inspection date: ${t.day}
Hazard class: ${t.hazard}
Weather: dry, 62 degrees

Items noted:
- ${t.findings[0]}
- ${t.findings[1]}

Maintenance needed:
- ${t.actions[0]}
- ${t.actions[1]}

Next inspection date: ${t.next}`,
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

/** A report to a federal regulator, with lettered sections. */
const federal = (t: DamTerms): Paper => ({
  pages: [
    `PART 12D INSPECTION
SUMMARY

A. General
The independent consultant inspected ${t.name} on ${t.day}.

B. Hazard potential
The hazard potential of the dam is rated ${t.hazard.toLowerCase()}.`,
    `C. Conditions observed
1. ${t.findings[0]}
2. ${t.findings[1]}

D. Recommendations of the consultant
1. ${t.actions[0]}
2. ${t.actions[1]}

E. Next Part 12D inspection
Due ${t.next}`,
  ],
  stated: [
    { field: 'structure', value: t.name, page: 0 },
    { field: 'inspected', value: t.day, page: 0 },
    { field: 'hazard', value: t.hazard, page: 0 },
    { field: 'finding', value: t.findings[0], page: 1 },
    { field: 'finding', value: t.findings[1], page: 1 },
    { field: 'recommendation', value: t.actions[0], page: 1 },
    { field: 'recommendation', value: t.actions[1], page: 1 },
    { field: 'next', value: t.next, page: 1 },
  ],
})

/** Minutes of a visit. */
const minutes = (t: DamTerms): Paper => ({
  pages: [
    `Site visit to ${t.name}

Date of site visit: ${t.day}
Present: owner's engineer, operator, state inspector

The dam has a hazard potential classification of ${t.hazard}.

Findings
1. ${t.findings[0]}
2. ${t.findings[1]}

Recommendations
1. ${t.actions[0]}
2. ${t.actions[1]}

The next site visit is planned for ${t.next}.`,
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

export const TARIFF_FORMS_AND_MINUTES = {
  PPA_ANALYSIS: [tariffForm, schedule, announcement].map((make) => (seed: number) => make(ppaTerms(seed))),
  INSURANCE: [lenderCertificate, endorsement, coverNote].map(
    (make) => (seed: number) => make(coverTerms(seed)),
  ),
  DAM_INSPECTION: [operatorSheet, federal, minutes].map((make) => (seed: number) => make(damTerms(seed))),
}
