/**
 * The countries of ISO 3166-1: the alpha-2 and the alpha-3 code, and the English names, the usual one first.
 *
 * `npm run openapi` writes this file from a library, whose own code and other languages a browser would load for
 * nothing. Do not edit it; what is done with it is in `Countries`.
 */
export const countryTable = `
AF AFG Afghanistan
AL ALB Albania
DZ DZA Algeria
AS ASM American Samoa
AD AND Andorra
AO AGO Angola
AI AIA Anguilla
AQ ATA Antarctica
AG ATG Antigua and Barbuda
AR ARG Argentina
AM ARM Armenia
AW ABW Aruba
AU AUS Australia
AT AUT Austria
AZ AZE Azerbaijan
BS BHS Bahamas
BH BHR Bahrain
BD BGD Bangladesh
BB BRB Barbados
BY BLR Belarus
BE BEL Belgium
BZ BLZ Belize
BJ BEN Benin
BM BMU Bermuda
BT BTN Bhutan
BO BOL Bolivia
BA BIH Bosnia and Herzegovina
BW BWA Botswana
BV BVT Bouvet Island
BR BRA Brazil
IO IOT British Indian Ocean Territory
BN BRN Brunei Darussalam
BG BGR Bulgaria
BF BFA Burkina Faso
BI BDI Burundi
KH KHM Cambodia
CM CMR Cameroon
CA CAN Canada
CV CPV Cape Verde
KY CYM Cayman Islands
CF CAF Central African Republic
TD TCD Chad
CL CHL Chile
CN CHN People's Republic of China|China
CX CXR Christmas Island
CC CCK Cocos (Keeling) Islands
CO COL Colombia
KM COM Comoros
CG COG Republic of the Congo|Congo
CD COD Democratic Republic of the Congo|Congo
CK COK Cook Islands
CR CRI Costa Rica
CI CIV Cote d'Ivoire|Côte d'Ivoire|Ivory Coast
HR HRV Croatia
CU CUB Cuba
CY CYP Cyprus
CZ CZE Czech Republic|Czechia
DK DNK Denmark
DJ DJI Djibouti
DM DMA Dominica
DO DOM Dominican Republic
EC ECU Ecuador
EG EGY Egypt
SV SLV El Salvador
GQ GNQ Equatorial Guinea
ER ERI Eritrea
EE EST Estonia
ET ETH Ethiopia
FK FLK Falkland Islands (Malvinas)
FO FRO Faroe Islands
FJ FJI Fiji
FI FIN Finland
FR FRA France
GF GUF French Guiana
PF PYF French Polynesia
TF ATF French Southern Territories
GA GAB Gabon
GM GMB Republic of The Gambia|The Gambia|Gambia
GE GEO Georgia
DE DEU Germany
GH GHA Ghana
GI GIB Gibraltar
GR GRC Greece
GL GRL Greenland
GD GRD Grenada
GP GLP Guadeloupe
GU GUM Guam
GT GTM Guatemala
GN GIN Guinea
GW GNB Guinea-Bissau
GY GUY Guyana
HT HTI Haiti
HM HMD Heard Island and McDonald Islands
VA VAT Holy See (Vatican City State)
HN HND Honduras
HK HKG Hong Kong
HU HUN Hungary
IS ISL Iceland
IN IND India
ID IDN Indonesia
IR IRN Islamic Republic of Iran|Iran
IQ IRQ Iraq
IE IRL Ireland
IL ISR Israel
IT ITA Italy
JM JAM Jamaica
JP JPN Japan
JO JOR Jordan
KZ KAZ Kazakhstan
KE KEN Kenya
KI KIR Kiribati
KP PRK North Korea
KR KOR South Korea|Korea, Republic of|Republic of Korea
KW KWT Kuwait
KG KGZ Kyrgyzstan
LA LAO Lao People's Democratic Republic
LV LVA Latvia
LB LBN Lebanon
LS LSO Lesotho
LR LBR Liberia
LY LBY Libya
LI LIE Liechtenstein
LT LTU Lithuania
LU LUX Luxembourg
MO MAC Macao
MG MDG Madagascar
MW MWI Malawi
MY MYS Malaysia
MV MDV Maldives
ML MLI Mali
MT MLT Malta
MH MHL Marshall Islands
MQ MTQ Martinique
MR MRT Mauritania
MU MUS Mauritius
YT MYT Mayotte
MX MEX Mexico
FM FSM Micronesia, Federated States of
MD MDA Moldova, Republic of
MC MCO Monaco
MN MNG Mongolia
MS MSR Montserrat
MA MAR Morocco
MZ MOZ Mozambique
MM MMR Myanmar
NA NAM Namibia
NR NRU Nauru
NP NPL Nepal
NL NLD Netherlands|The Netherlands|Netherlands (Kingdom of the)
NC NCL New Caledonia
NZ NZL New Zealand
NI NIC Nicaragua
NE NER Niger
NG NGA Nigeria
NU NIU Niue
NF NFK Norfolk Island
MK MKD The Republic of North Macedonia|North Macedonia
MP MNP Northern Mariana Islands
NO NOR Norway
OM OMN Oman
PK PAK Pakistan
PW PLW Palau
PS PSE State of Palestine|Palestine
PA PAN Panama
PG PNG Papua New Guinea
PY PRY Paraguay
PE PER Peru
PH PHL Philippines
PN PCN Pitcairn|Pitcairn Islands
PL POL Poland
PT PRT Portugal
PR PRI Puerto Rico
QA QAT Qatar
RE REU Reunion
RO ROU Romania
RU RUS Russian Federation|Russia
RW RWA Rwanda
SH SHN Saint Helena
KN KNA Saint Kitts and Nevis
LC LCA Saint Lucia
PM SPM Saint Pierre and Miquelon
VC VCT Saint Vincent and the Grenadines
WS WSM Samoa
SM SMR San Marino
ST STP Sao Tome and Principe
SA SAU Saudi Arabia
SN SEN Senegal
SC SYC Seychelles
SL SLE Sierra Leone
SG SGP Singapore
SK SVK Slovakia
SI SVN Slovenia
SB SLB Solomon Islands
SO SOM Somalia
ZA ZAF South Africa
GS SGS South Georgia and the South Sandwich Islands
ES ESP Spain
LK LKA Sri Lanka
SD SDN Sudan
SR SUR Suriname
SJ SJM Svalbard and Jan Mayen
SZ SWZ Eswatini
SE SWE Sweden
CH CHE Switzerland
SY SYR Syrian Arab Republic
TW TWN Taiwan, Province of China|Taiwan
TJ TJK Tajikistan
TZ TZA United Republic of Tanzania|Tanzania
TH THA Thailand
TL TLS Timor-Leste
TG TGO Togo
TK TKL Tokelau
TO TON Tonga
TT TTO Trinidad and Tobago
TN TUN Tunisia
TR TUR Türkiye|Turkey
TM TKM Turkmenistan
TC TCA Turks and Caicos Islands
TV TUV Tuvalu
UG UGA Uganda
UA UKR Ukraine
AE ARE United Arab Emirates|UAE
GB GBR United Kingdom|UK|Great Britain
US USA United States of America|United States|USA|U.S.A.|US|U.S.
UM UMI United States Minor Outlying Islands
UY URY Uruguay
UZ UZB Uzbekistan
VU VUT Vanuatu
VE VEN Venezuela
VN VNM Vietnam
VG VGB Virgin Islands, British
VI VIR Virgin Islands, U.S.
WF WLF Wallis and Futuna
EH ESH Western Sahara
YE YEM Yemen
ZM ZMB Zambia
ZW ZWE Zimbabwe
AX ALA Åland Islands|Aland Islands
BQ BES Bonaire, Sint Eustatius and Saba
CW CUW Curaçao
GG GGY Guernsey
IM IMN Isle of Man
JE JEY Jersey
ME MNE Montenegro
BL BLM Saint Barthélemy
MF MAF Saint Martin (French part)
RS SRB Serbia
SX SXM Sint Maarten (Dutch part)
SS SSD South Sudan
XK XKK Kosovo
`
