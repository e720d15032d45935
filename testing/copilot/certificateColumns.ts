import { type CoverTerms, coverTerms, type Paper, type PpaTerms, ppaTerms } from './terms.ts'

/**
 * The usual certificate of liability insurance: what belongs together stands in columns, beside what belongs to others, and
 * rows have more cells than the heads.
 */
const certificate = (t: CoverTerms): Paper => ({
  pages: [
    `CERTIFICATE OF LIABILITY INSURANCE

DATE (MM/DD/YYYY)
01/14/2026

PRODUCER\tCONTACT NAME: Denise Albright
Harbour & Pike Risk Advisers, Inc.\tINSURER(S) AFFORDING COVERAGE\tNAIC #
500 Water Street, Portland, OR 97204\tINSURER A : ${t.insurer}\t23841
INSURED\tINSURER B : Continental Surety & Excess Ltd.\t19445
${t.insured}\tINSURER C : State Compensation Fund of Nevada\t35076
1200 Mesa Road, Ely, NV 89301

COVERAGES\tCERTIFICATE NUMBER: 26-04417\tREVISION NUMBER:
INSR LTR TYPE OF INSURANCE\tPOLICY NUMBER\tPOLICY EFF\tPOLICY EXP\tLIMITS

A\tCOMMERCIAL GENERAL LIABILITY\t${t.policy}\t02/01/2026\t02/01/2027\tEACH OCCURRENCE\t$ ${t.occurrence}
MED EXP (Any one person)\t$ 10,000
GENERAL AGGREGATE\t$ ${t.aggregate}

C\tWORKERS COMPENSATION AND\tWC 0097734\t03/15/2026\t03/15/2027\tE.L. EACH ACCIDENT\t$ 500,000
EMPLOYERS' LIABILITY

DESCRIPTION OF OPERATIONS / LOCATIONS / VEHICLES
Northgate Infrastructure Lenders is named as additional insured as required by written contract.`,
  ],
  stated: [
    { field: 'insurer', value: t.insurer, page: 0 },
    { field: 'insurer', value: 'Continental Surety & Excess Ltd.', page: 0 },
    { field: 'insurer', value: 'State Compensation Fund of Nevada', page: 0 },
    { field: 'insured', value: t.insured, page: 0 },
    { field: 'policy', value: t.policy, page: 0 },
    { field: 'policy', value: 'WC 0097734', page: 0 },
    { field: 'effective', value: '02/01/2026', page: 0 },
    { field: 'effective', value: '03/15/2026', page: 0 },
    { field: 'expiration', value: '02/01/2027', page: 0 },
    { field: 'expiration', value: '03/15/2027', page: 0 },
    { field: 'limit', value: `$ ${t.occurrence}`, page: 0 },
    { field: 'limit', value: '$ 10,000', page: 0 },
    { field: 'limit', value: `$ ${t.aggregate}`, page: 0 },
    { field: 'limit', value: '$ 500,000', page: 0 },
  ],
})

/** A list of contracts: of which one is the head of a column? */
const list = (t: PpaTerms): Paper => ({
  pages: [
    `Project\tOfftaker\tStart\tTerm (years)
Juniper Flats\t${t.buyer}\t${t.cod}\t${t.years}
Red Mesa\tCity of Lubbock\tJune 1, 2029\t15
Otter Creek\tNucor Corporation\tMay 1, 2030\t20`,
  ],
  stated: [],
})

export const CERTIFICATE_COLUMNS = {
  PPA_ANALYSIS: [(seed: number) => list(ppaTerms(seed))],
  INSURANCE: [(seed: number) => certificate(coverTerms(seed))],
  DAM_INSPECTION: [],
}
