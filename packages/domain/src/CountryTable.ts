/**
 * The countries of ISO 3166-1, one a line: the alpha-2 and the alpha-3 code, the form of its postcodes without blanks
 * and hyphens (empty where there is none), the lines of its addresses, and its names, the usual one in English first.
 * `npm run openapi` writes this file from libraries. Do not edit it; what is done with it is in `Country`.
 *
 * @since 1.0.0
 */
export const countryTable = String.raw`
AF	AFG	\d{4}	n|o|a|c|z	Afghanistan|افغانستان|Afgʻoniston|Owganystan
AL	ALB	\d{4}	n|o|a|z|c	Albania|Shqipëria|Shqipëri|Albanien|Albanie
DZ	DZA	\d{5}	n|o|a|z c	Algeria|الجزائر|Algerien|Algérie
AS	ASM	96799	n|o|a|c s z	American Samoa|Amerikanisch-Samoa|Samoa américaines
AD	AND	AD\d{3}	n|o|a|z c	Andorra|Andorre
AO	AGO		n|o|a|z c	Angola
AI	AIA	(?:(?:AI)?2640)?	n|o|a|c|z	Anguilla
AQ	ATA		n|o|a|z c	Antarctica|Antarktis|Antarctique
AG	ATG		n|o|a|z c	Antigua and Barbuda|Antigua und Barbuda|Antigua-et-Barbuda
AR	ARG	[A-HJ-NP-Z]?\d{4}(?:[A-Z]{3})?	n|o|a|z c|s	Argentina|Argentinien|Argentine
AM	ARM	(37)?\d{4}	n|o|a|z|c|s	Armenia|Հայաստան|Армения|Armenien|Arménie
AW	ABW		n|o|a|z c	Aruba
AU	AUS	\d{4}	o|n|a|c s z	Australia|Australien|Australie
AT	AUT	(?!0)\d{4}	o|n|a|z c	Austria|Republik Österreich|Österreich|Autriche
AZ	AZE	\d{4}	n|o|a|z c	Azerbaijan|Azərbaycan|Aserbaidschan|Azerbaïdjan
BS	BHS		n|o|a|z c, s	Bahamas|Bahamas, The
BH	BHR	((1[0-2]|[2-9])\d{2})?	n|o|a|c z	Bahrain|البحرين|Bahrein
BD	BGD	\d{4}	n|o|a|c - z	Bangladesh|বাংলাদেশ|Bangladesch
BB	BRB	(BB\d{5})?	n|o|a|c, s z	Barbados|Barbade
BY	BLR	\d{6}	o|n|a|z, c|s	Belarus|Weißrussland|Беларусь|Byelorussia|Belorussia|Biélorussie
BE	BEL	\d{4}	o|n|a|z c	Belgium|België|Koninkrijk België|Belgique|Belgien
BZ	BLZ		n|o|a|z c	Belize|Belice
BJ	BEN		n|o|a|z c	Benin
BM	BMU	[A-Z]{2}[A-Z0-9]{2}	n|o|a|c z	Bermuda|Bermudes
BT	BTN	\d{5}	n|o|a|c z	Bhutan|ʼbrug-yul|Bhoutan
BO	BOL		n|o|a|z c	Bolivia|Bolivia, Plurinational State of|Bolivien|Bolivie
BA	BIH	\d{5}	n|o|a|z c	Bosnia and Herzegovina|Bosnia|Bosnien|Bosnien-Herzegowina|Bosnie|Bosna i Hercegovina|Босна и Херцеговина|Bosnien und Herzegowina|Bosnie-Herzégovine
BW	BWA		n|o|a|z c	Botswana|Botsuana
BV	BVT		n|o|a|z c	Bouvet Island|Bouvetøya|Bouvetinsel|Île Bouvet
BR	BRA	\d{5}\d{3}	o|n|a|c-s|z	Brazil|Brasil|Brasilien|Brésil
IO	IOT	BBND1ZZ	n|o|a|c|z	British Indian Ocean Territory|Britisches Territorium im Indischen Ozean|Océan Indien Britannique
BN	BRN	[A-Z]{2}\d{4}	n|o|a|c z	Brunei Darussalam|Negara Brunei Darussalam|Brunei
BG	BGR	\d{4}	n|o|a|z c	Bulgaria|България|Bulgarien|Bulgarie
BF	BFA		n|o|a|z c	Burkina Faso
BI	BDI		n|o|a|z c	Burundi
KH	KHM	\d{5,6}	n|o|a|c z	Cambodia|កម្ពុជា|Kambodscha|Cambodge
CM	CMR		n|o|a|z c	Cameroon|Cameroun|Kamerun
CA	CAN	([ABCEGHJKLMNPRSTVXY][0-9][ABCEGHJKLMNPRSTVWXYZ])([0-9][ABCEGHJKLMNPRSTVWXYZ][0-9])	n|o|a|c s z	Canada|Kanada
CV	CPV	\d{4}	n|o|a|z c|s	Cape Verde|Kapverden|Kapverdische Inseln|Cabo Verde|Kap Verde|Cap-Vert
KY	CYM	KY[123]\d{4}	n|o|a|c, s z	Cayman Islands|Kaimaninseln|Îles Caïmans
CF	CAF		n|o|a|z c	Central African Republic|Ködörösêse tî Bêafrîka|République Centrafricaine|Zentralafrikanische Republik
TD	TCD		n|o|a|z c	Chad|Tchad|تشاد|Tschad
CL	CHL	(?:\d{7})?	n|o|a|z c|s	Chile|Chili
CN	CHN	\d{6}	n|o|a|c|s, z	People's Republic of China|China|VR China|Volksrepublik China|République populaire de Chine|中国|Chine
CX	CXR	6798	o|n|a|c s z	Christmas Island|Weihnachtsinsel|Île Christmas
CC	CCK	6799	o|n|a|c s z	Cocos (Keeling) Islands|Cocos Islands|Kokosinseln|Îles Cocos
CO	COL	(?:(0[58]|1[135789]|2[0357]|4[147]|5[024]|6[368]|7[036]|8[1568]|9[4579])\d{4})?	n|o|a|c, s, z	Colombia|Kolumbien|Colombie
KM	COM		n|o|a|z c	Comoros|Komori|جزر القمر|Comores|Komoren
CG	COG		n|o|a|z c	Republic of the Congo|Congo|Kongo-Brazzaville|Kongo|République du Congo|Congo-Brazzaville|Republik Kongo
CD	COD		n|o|a|z c	Democratic Republic of the Congo|Congo|Congo, Democratic Republic of the|Congo, The Democratic Republic of the|Kongo-Kinshasa|Demokratische Republik Kongo|República Democrática do Congo|République démocratique du Congo|Zaire|Congo-Kinshasa|DR Congo|DRC|Kongo, Jamhuri ya Kidemokrasia
CK	COK	\d{4}	n|o|a|z c	Cook Islands|Cookinseln|Îles Cook
CR	CRI	(\d{4,5}|\d{3}\d{4})	n|o|a|s, c|z	Costa Rica
CI	CIV		n|o|a|z c	Cote d'Ivoire|Ivory Coast|Elfenbeinküste
HR	HRV	(HR)?\d{5}	n|o|a|z c	Croatia|Hrvatska|Kroatien|Croatie
CU	CUB	\d{5}	n|o|a|c s|z	Cuba|Kuba
CY	CYP	\d{4}	n|o|a|z c	Cyprus|Κύπρος|Güney Kıbrıs Rum Kesimi|Կիպրոս|Zypern|Chypre
CZ	CZE	\d{3}\d{2}	n|o|a|z c	Czech Republic|Czechia|Tchéquie|Česko|Česká republika|Tschechische Republik|Tschechien|République Tchèque
DK	DNK	\d{4}	n|o|a|z c	Denmark|Danmark|Dänemark
DJ	DJI		n|o|a|z c	Djibouti|جيبوتي|Dschibuti
DM	DMA		n|o|a|z c	Dominica|Dominique
DO	DOM	(?:\d{5})?	n|o|a|z c	Dominican Republic|República Dominicana|Dominikanische Republik|République Dominicaine
EC	ECU	([A-Z]\d{4}[A-Z]|(?:[A-Z]{2})?\d{6})?	n|o|a|z|c	Ecuador|Équateur
EG	EGY	(?:\d{5})?	n|o|a|c|s|z	Egypt|مصر|Ägypten|Égypte
SV	SLV	(?:(?:CP)?\d{4})?	n|o|a|z-c|s	El Salvador|Salvador
GQ	GNQ		n|o|a|z c	Equatorial Guinea|Guinea Ecuatorial|Guinée équatoriale|Äquatorialguinea
ER	ERI		n|o|a|z c	Eritrea|ኤርትራ|إريتريا|Érythrée
EE	EST	\d{5}	n|o|a|z c s	Estonia|Eesti|Estland|Estonie
ET	ETH	\d{4}	n|o|a|z c	Ethiopia|ኢትዮጵያ|Äthiopien|Éthiopie
FK	FLK	(?:FIQQ1ZZ)?	n|o|a|c|z	Falkland Islands (Malvinas)|Falkland Islands|Falklandinseln|Îles Malouines
FO	FRO	\d{3}	n|o|a|z c	Faroe Islands|Färöer-Inseln|Føroyar|Färöer|Îles Féroé
FJ	FJI		n|o|a|z c	Fiji|फिजी|فجی|Fidschi|Fidji
FI	FIN	(FI|AX)?\d{5}	o|n|a|z c	Finland|Suomi|Finnland|Finlande
FR	FRA	(?!97[09]|98[1-359])\d{5}	o|n|a|z c	France|Frankreich
GF	GUF	9[78]3\d{2}	o|n|a|z c	French Guiana|Guyane|Guyane française|Französisch-Guayana
PF	PYF	987\d{2}	n|o|a|z c s	French Polynesia|Polynésie française|Französisch-Polynesien
TF	ATF		n|o|a|z c	French Southern Territories|Territoire des Terres australes et antarctiques fr|Terres australes françaises|Französische Süd- und Antarktisgebiete
GA	GAB		n|o|a|z c	Gabon|Gabun
GM	GMB		n|o|a|z c	Republic of The Gambia|The Gambia|Gambia, The|Gambie
GE	GEO	\d{4}	n|o|a|z c	Georgia|საქართველო|Georgien|Géorgie
DE	DEU	\d{5}	n|o|a|z c	Germany|BRD|Bundesrepublik Deutschland|Federal Republic of Germany|Deutschland|Allemagne
GH	GHA		n|o|a|z c	Ghana
GI	GIB	(?:GX111AA)?	n|o|a|c z	Gibraltar
GR	GRC	\d{3}\d{2}	n|o|a|z c	Greece|EL|Hellas|Hellenic Republic|Ελλάδα|Griechenland|Grèce
GL	GRL	39\d{2}	n|o|a|z c	Greenland|Kalaallit Nunaat|Grönland|Groenland
GD	GRD		n|o|a|z c	Grenada|Grenade
GP	GLP	9[78][01]\d{2}	o|n|a|z c	Guadeloupe
GU	GUM	969[123]\d(\d{4})?	n|o|a|c z	Guam
GT	GTM	(?:\d{5})?	n|o|a|z- c	Guatemala
GN	GIN	\d{3}	n|o|a|z c	Guinea|Guinée
GW	GNB	\d{4}	n|o|a|z c	Guinea-Bissau|Guiné-Bissau|Guinée-Bissau
GY	GUY		n|o|a|z c	Guyana
HT	HTI	\d{4}	n|o|a|z c	Haiti
HM	HMD	\d{4}	o|n|a|c s z	Heard Island and McDonald Islands|Heard & McDonald Islands|Heard und McDonaldinseln|Îles Heard-et-MacDonald
VA	VAT	00120	n|o|a|z c	Holy See (Vatican City State)|Vatican City|Vatikan|Vatikanstaat|État de la Cité du Vatican|Vaticano|Holy See|Vatican|Città del Vaticano|Vatikanstadt|Saint-Siège (Vatican)
HN	HND	(?:\d{5})?	n|o|a|c, s|z	Honduras
HK	HKG		n|o|a|z c|s	Hong Kong|Hong Kong SAR China|Sonderverwaltungsregion Hongkong|R.A.S. chinoise de Hong Kong|香港
HU	HUN	\d{4}	n|o|c|a|z	Hungary|Magyarország|Ungarn|Hongrie
IS	ISL	\d{3}	n|o|a|z c	Iceland|Ísland|Islande
IN	IND	\d{6}	n|o|a|c z|s	India|भारत|Indien|Inde
ID	IDN	\d{5}	n|o|a|c|s z	Indonesia|Indonesien|Indonésie
IR	IRN	\d{5}\d{5}	o|n|s|c|a|z	Islamic Republic of Iran|Iran|Iran, Islamic Republic of|ایران
IQ	IRQ	\d{5}	o|n|a|c, s|z	Iraq|العراق|Irak
IE	IRL	(?:([AC-FHKNPRTV-Y][0-9]{2}|D6W)[0-9AC-FHKNPRTV-Y]{4})?	n|o|a|c|s|z	Ireland|Republic of Ireland|Eire|Irland|Irlande
IL	ISR	\d{5,7}	n|o|a|c z	Israel|יִשְׂרָאֵל|إسرائيل
IT	ITA	\d{5}	n|o|a|z c s	Italy|Italia|Italien|Italie
JM	JAM		n|o|a|z c|s	Jamaica|Jamaika|Jamaïque
JP	JPN	\d{3}\d{4}	n|o|a|c, s|z	Japan|日本|Japon
JO	JOR	(?:\d{5})?	n|o|a|c z	Jordan|الأردن|Jordanien|Jordanie
KZ	KAZ	\d{6}|[A-Z]\d{2}[A-Z]\d[A-Z]\d	z|s|c|a|o|n	Kazakhstan|Қазақстан|Казахстан|Kasachstan
KE	KEN	(?:\d{5})?	n|o|a|c|z	Kenya|Kenia
KI	KIR		n|o|a|s|z c	Kiribati
KP	PRK		n|o|a|c|s, z	North Korea|Korea, Democratic People's Republic of|북한|DPRK|Nordkorea|Corée du Nord
KR	KOR	\d{5}	n|o|a|c|s|z	South Korea|Korea, Republic of|Republic of Korea|Korea|Corée|한국|대한민국|Südkorea|Corée du Sud
KW	KWT	(?:\d{5})?	n|o|a|z c	Kuwait|الكويت|Koweït
KG	KGZ	\d{6}	n|o|a|z c	Kyrgyzstan|Kirghizstan|Кыргызстан|Kirghizia|Kyrgyz Republic|Киргизия|Kirgisistan|Kirghizistan
LA	LAO	\d{5}	n|o|a|z c	Lao People's Democratic Republic|ສປປລາວ|Lao PDR|Laos
LV	LVA	(LV)?\d{4}	n|o|a|s|c, z	Latvia|Latvija|Lettland|Lettonie
LB	LBN	(\d{4}(\d{4})?)?	n|o|a|c z	Lebanon|لبنان|Liban|Libanon
LS	LSO	\d{3}	n|o|a|c z	Lesotho
LR	LBR	\d{4}	n|o|a|z c	Liberia
LY	LBY		n|o|a|z c	Libya|ليبيا|Libyen|Libye
LI	LIE	948[5-9]|949[0-8]	o|n|a|z c	Liechtenstein
LT	LTU	(LT)?\d{5}	o|n|a|z c s	Lithuania|Lietuva|Litauen|Lituanie
LU	LUX	(L)?\d{4}	o|n|a|z c	Luxembourg|Lëtzebuerg|Luxemburg
MO	MAC		n|o|a|z c	Macao|Macao SAR China|Sonderverwaltungsregion Macau|澳門|Macau|澳门
MG	MDG	\d{3}	n|o|a|z c	Madagascar|Madagasikara|Madagaskar
MW	MWI		n|o|a|z c	Malawi
MY	MYS	\d{5}	n|o|a|z c|s	Malaysia|Malaisie
MV	MDV	\d{5}	n|o|a|c z	Maldives|މާލީ|Malediven
ML	MLI		n|o|a|z c	Mali
MT	MLT	[A-Z]{3}\d{2,4}	n|o|a|c z	Malta|Malte
MH	MHL	969[67]\d(\d{4})?	n|o|a|c s z	Marshall Islands|M̧ajeļ|Marshallinseln|Îles Marshall
MQ	MTQ	9[78]2\d{2}	o|n|a|z c	Martinique
MR	MRT		n|o|a|z c	Mauritania|موريتانيا|Mauretanien|Mauritanie
MU	MUS	((\d|[A-Z])\d{4})?	n|o|a|z|c	Mauritius|Maurice
YT	MYT	976\d{2}	o|n|a|z c	Mayotte
MX	MEX	\d{5}	n|o|a|z c, s	Mexico|Mexiko|Mexique
FM	FSM	(9694[1-4])(\d{4})?	n|o|a|c s z	Micronesia, Federated States of|Micronesia|Mikronesien|Micronésie
MD	MDA	\d{4}	n|o|a|z c	Moldova, Republic of|Republic of Moldova|Republik Moldau|Moldau|Moldova|Moldavia|Republica Moldova|Moldawien|Moldavie
MC	MCO	980\d{2}	n|o|a|z c	Monaco
MN	MNG	\d{5}	n|o|a|c|s z	Mongolia|Монгол улс|Монгол|Mongolei|Mongolie
MS	MSR		n|o|a|z c	Montserrat
MA	MAR	\d{5}	n|o|a|z c	Morocco|المغرب|Marokko|Maroc
MZ	MOZ	\d{4}	n|o|a|z c, s	Mozambique|Moçambique|Mosambik
MM	MMR	\d{5}(?:\d{2})?	n|o|a|c, z	Myanmar|Birma|Birmanie|မြန်မာ|Burma|Myanmar (Burma)
NA	NAM	\d{5}	n|o|a|c|z	Namibia|Namibië
NR	NRU		n|o|a|z c, s	Nauru
NP	NPL	\d{5}	n|o|a|c z	Nepal|नेपाल
NL	NLD	\d{4}[A-Z]{2}	o|n|a|z c	Netherlands|Netherlands (Kingdom of the)|Holland|Hollande|Königreich der Niederlande|Nederland|Koninkrijk der Nederlanden|Niederlande|Pays-Bas
NC	NCL	988\d{2}	o|n|a|z c	New Caledonia|Nouvelle-Calédonie|Neukaledonien
NZ	NZL	\d{4}	n|o|a|c z	New Zealand|Neuseeland|Nouvelle-Zélande
NI	NIC	(?:\d{5})?	n|o|a|z|c, s	Nicaragua
NE	NER	\d{4}	n|o|a|z c	Niger
NG	NGA	(\d{6})?	n|o|a|c z|s	Nigeria
NU	NIU		n|o|a|z c	Niue
NF	NFK	2899	o|n|a|c s z	Norfolk Island|Norfolkinsel|Île Norfolk
MK	MKD	\d{4}	n|o|a|z c	The Republic of North Macedonia|North Macedonia|Mazedonien|Macédoine|Северна Македонија|Macedonia|FYROM|Nordmazedonien|Macédoine du Nord
MP	MNP	9695[012](\d{4})?	n|o|a|c s z	Northern Mariana Islands|Nördliche Marianen|Îles Mariannes du Nord
NO	NOR	\d{4}	n|o|a|z c	Norway|Norge|Noreg|Norwegen|Norvège
OM	OMN	(?:(PC)?\d{3})?	n|o|a|z|c	Oman|عمان
PK	PAK	\d{5}	n|o|a|c-z	Pakistan|پاکستان
PW	PLW	96940	n|o|a|c s z	Palau|Palaos
PS	PSE		n|o|a|z c	State of Palestine|Palestine|Palestine, State of|Palestinian Territories|Palästinensische Autonomiegebiete|Palästina|Territoires palestiniens|فلسطين|Staat Palästina
PA	PAN	(?:\d{4})?	n|o|a|z c|s	Panama
PG	PNG	\d{3}	n|o|a|c z s	Papua New Guinea|Papua Niugini|Papua-Neuguinea|Papouasie-Nouvelle-Guinée
PY	PRY	\d{4}|\d{6}	n|o|a|z c	Paraguay
PE	PER	(?:[0-2]\d{4})?	n|o|a|c z|s	Peru|Pérou
PH	PHL	\d{4}	n|o|a|c|z s	Philippines|Pilipinas|Philippinen
PN	PCN	PCRN1ZZ	n|o|a|c|z	Pitcairn|Pitcairn Islands|Pitcairninseln|Îles Pitcairn
PL	POL	\d{2}\d{3}	n|o|a|z c	Poland|Polska|Polen|Pologne
PT	PRT	\d{4}(\d{3})?	n|o|a|z c	Portugal
PR	PRI	00[679]\d{2}(\d{4})?	n|o|a|c  z	Puerto Rico|Porto Rico
QA	QAT		n|o|a|z c	Qatar|قطر|Katar
RE	REU	9[78]4\d{2}	o|n|a|z c	Reunion|La Réunion
RO	ROU	\d{6}	n|o|a|z s c	Romania|Rumania|Roumania|Rumänien|Roumanie
RU	RUS	\d{6}	n|o|a|c|s|z	Russian Federation|Russia|Россия|Российская Федерация|Russische Föderation|Russland|Russie
RW	RWA		n|o|a|z c	Rwanda|Ruanda
SH	SHN	(ASCN|STHL)1ZZ	n|o|a|c|z	Saint Helena|Saint Helena, Ascension and Tristan da Cunha|Sainte-Hélène
KN	KNA		n|o|a|z c, s	Saint Kitts and Nevis|St. Kitts und Nevis|Saint-Christophe-et-Niévès
LC	LCA		n|o|a|z c	Saint Lucia|Sainte-Lucie
PM	SPM	9[78]5\d{2}	o|n|a|z c	Saint Pierre and Miquelon|Saint-Pierre-et-Miquelon|Saint-Pierre und Miquelon
VC	VCT	(?:VC\d{4})?	n|o|a|c z	Saint Vincent and the Grenadines|St. Vincent & Grenadines|St. Vincent und die Grenadinen|Saint-Vincent-et-les-Grenadines
WS	WSM		n|o|a|z c	Samoa
SM	SMR	4789\d	n|o|a|z c	San Marino|Saint-Marin
ST	STP		n|o|a|z c	Sao Tome and Principe|São Tomé e Príncipe|São Tomé und Príncipe|São Tomé-et-Principe
SA	SAU	\d{5}(?:\d{4})?	n|o|a|c z	Saudi Arabia|المملكة العربية السعودية|السعودية|Saudi-Arabien|Arabie Saoudite
SN	SEN	\d{5}	n|o|a|z c	Senegal
SC	SYC		n|o|a|z c|s	Seychelles|Seychellen
SL	SLE		n|o|a|z c	Sierra Leone
SG	SGP	\d{6}	n|o|a|c z	Singapore|Singapura|சிங்கப்பூர்|新加坡|Singapur|Singapour
SK	SVK	\d{3}\d{2}	n|o|a|z c	Slovakia|Slovensko|Slowakei|Slovaquie
SI	SVN	(SI)?\d{4}	n|o|a|z c	Slovenia|Slovenija|Slowenien|Slovénie
SB	SLB		n|o|a|z c	Solomon Islands|Salomonen|Îles Salomon
SO	SOM	(?:(?:[A-Z]{2})?\d{5})?	n|o|a|c, s z	Somalia|Soomaaliya|الصومال|Somalie
ZA	ZAF	\d{4}	n|o|a|c|z	South Africa|Suid-Afrika|Südafrika|Afrique du Sud
GS	SGS	SIQQ1ZZ	n|o|a|c|z	South Georgia and the South Sandwich Islands|South Georgia & South Sandwich Islands|South Georgia|Südgeorgien und die Südlichen Sandwichinseln|Géorgie du Sud-et-les Îles Sandwich du Sud
ES	ESP	(?:0[1-9]|[1-4]\d|5[0-2])\d{3}	n|o|a|z c s	Spain|España|Espainia|Espanya|Spanien|Espagne
LK	LKA	\d{5}	n|o|a|c|z	Sri Lanka|śrī laṃkāva|இலங்கை
SD	SDN	\d{5}	n|o|a|c|z	Sudan|السودان|Soudan
SR	SUR		n|o|a|z c|s	Suriname|Republiek Suriname
SJ	SJM	\d{4}	n|o|a|z c	Svalbard and Jan Mayen|Spitzbergen|Spitzbergen und Jan Mayen|Svalbard et Jan Mayen|Svalbard og Jan Mayen|Svalbard und Jan Mayen|Svalbard et Île Jan Mayen
SZ	SWZ	[HLMS]\d{3}	n|o|a|c|z	Eswatini|Swaziland|Royaume d'Eswatini
SE	SWE	(SE)?\d{3}\d{2}	o|n|a|z c	Sweden|Sverige|Schweden|Suède
CH	CHE	\d{4}	o|n|a|z c	Switzerland|Svizra|Schweizer Eidgenossenschaft|Confédération suisse|Schweiz|Suisse|Svizzera
SY	SYR		n|o|a|z c	Syrian Arab Republic|Syria|Syrien|سوريا|Syrien, Arabische Republik|Syrie
TW	TWN	\d{3}(\d{2,3})?	n|o|a|c, s z	Taiwan, Province of China|Taiwan|台灣|台湾|臺灣|中国台湾省
TJ	TJK	\d{6}	n|o|a|z c	Tajikistan|Тоҷикистон|Таджикистан|Tadschikistan|Tadjikistan
TZ	TZA	\d{4,5}	n|o|a|z c	United Republic of Tanzania|Tanzania|Tanzanie|Tanzania, United Republic of|Tanzania, Jamhuri ya Muungano|Tansania, Vereinigte Republik|Tansania|République unie de Tanzanie
TH	THA	\d{5}	n|o|a|c|s z	Thailand|ประเทศไทย|ไทย|Thaïlande
TL	TLS		n|o|a|z c	Timor-Leste|East Timor|Timor oriental|Osttimor
TG	TGO		n|o|a|z c	Togo
TK	TKL		n|o|a|z c	Tokelau
TO	TON		n|o|a|z c	Tonga
TT	TTO		n|o|a|z c	Trinidad and Tobago|Trinidad und Tobago|Trinité-et-Tobago
TN	TUN	\d{4}	n|o|a|z c	Tunisia|تونس|Tunesien|Tunisie
TR	TUR	\d{5}	n|o|a|z c/s	Türkiye|Turkey|Türkei|Turquie
TM	TKM	\d{6}	n|o|a|z c	Turkmenistan|Turkmenia|Туркмения
TC	TCA	(?:TKCA1ZZ)?	n|o|a|c|z	Turks and Caicos Islands|Turks- und Caicosinseln|Îles Turques-et-Caïques
TV	TUV		n|o|a|z c|s	Tuvalu
UG	UGA		n|o|a|z c	Uganda|Ouganda
UA	UKR	\d{5}	n|o|a|c|s|z	Ukraine|Україна
AE	ARE		n|o|a|z c, s	United Arab Emirates|UAE|VAE|EAU|دولة الإمارات العربية المتحدة|Emirates|الإمارات العربية المتحدة|Vereinigte Arabische Emirate|Émirats Arabes Unis
GB	GBR	[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|GIR0AA|BFPO\d{1,4}	n|o|a|c|z	United Kingdom|UK|Great Britain|England|Scotland|Wales|Northern Ireland|Schottland|Nordirland|Écosse|Irlande du Nord|Grande-Bretagne|Angleterre|Pays de Galles|United Kingdom of Great Britain and Northern Ireland|R.-U.|Britain|Vereinigtes Königreich|Großbritannien|Royaume-Uni
US	USA	([0-9]{5})(?:([0-9]{4}))?	n|o|a|c, s z	United States of America|United States|USA|US|États-Unis|Amerika|Amérique|America|Vereinigte Staaten von Amerika|Vereinigte Staaten|États-Unis d'Amérique
UM	UMI	96898	n|o|a|c s z	United States Minor Outlying Islands|U.S. Outlying Islands|Amerikanische Überseeinseln|Îles mineures éloignées des États-Unis
UY	URY	\d{5}	n|o|a|z c s	Uruguay
UZ	UZB	\d{6}	n|o|a|z c|s	Uzbekistan|O'zbekiston|Oʻzbekiston|Узбекистан|Usbekistan|Ouzbékistan
VU	VUT		n|o|a|z c	Vanuatu
VE	VEN	(?:\d{4})?	n|o|a|c z, s	Venezuela|Venezuela, Bolivarian Republic of
VN	VNM	(?:\d{5,6})?	n|o|a|c|s z	Vietnam
VG	VGB	(?:VG\d{4})?	n|o|a|c|z	Virgin Islands, British|British Virgin Islands|Britische Jungferninseln|Îles vierges britanniques
VI	VIR	008(([0-4]\d)|(5[01]))(\d{4})?	n|o|a|c s z	Virgin Islands, U.S.|U.S. Virgin Islands|United States Virgin Islands|Amerikanische Jungferninseln|Îles vierges américaines
WF	WLF	986\d{2}	o|n|a|z c	Wallis and Futuna|Wallis et Futuna|Wallis und Futuna
EH	ESH	\d{5}	n|o|a|z c	Western Sahara|الصحراء الغربية|Sahara Occidental|Westsahara
YE	YEM		n|o|a|z c	Yemen|اليَمَن|Jemen
ZM	ZMB	(?:\d{5})?	n|o|a|z c	Zambia|Sambia|Zambie
ZW	ZWE		n|o|a|z c	Zimbabwe|Simbabwe
AX	ALA	22\d{3}	o|n|a|z c	Åland Islands|Ålandinseln|Îles Åland|Ahvenanmaa|Åland
BQ	BES		n|o|a|z c	Bonaire, Sint Eustatius and Saba|Caribbean Netherlands|Karibische Niederlande|Pays-Bas caribéens|Bonaire|Bonaire, Sint Eustatius en Saba|Bonaire, Saint-Eustache et Saba
CW	CUW		n|o|a|z c	Curaçao
GG	GGY	GY\d[\dA-Z]?\d[ABD-HJLN-UW-Z]{2}	n|o|a|c|z	Guernsey|Guernesey
IM	IMN	IM\d[\dA-Z]?\d[ABD-HJLN-UW-Z]{2}	n|o|a|c|z	Isle of Man|Insel Man|Île de Man
JE	JEY	JE\d[\dA-Z]?\d[ABD-HJLN-UW-Z]{2}	n|o|a|c|z	Jersey
ME	MNE	8\d{4}	n|o|a|z c	Montenegro|Црна Гора|Crna Gora|Mali i Zi
BL	BLM	9[78][01]\d{2}	o|n|a|z c	Saint Barthélemy
MF	MAF	9[78][01]\d{2}	o|n|a|z c	Saint Martin (French part)|Saint-Martin|Saint-Martin (partie française)|Sint-Maarten (Frans deel)|Sint-Maarten (Franse Antillen)|Collectiviteit van Sint-Maarten
RS	SRB	\d{5,6}	n|o|a|z c	Serbia|Srbija|Србија|Serbien|Serbie
SX	SXM		n|o|a|z c	Sint Maarten (Dutch part)|St. Maarten|Sint Maarten|Sint Maarten (Nederlands deel)|Land Sint Maarten|Saint-Martin (partie néerlandaise)
SS	SSD		n|o|a|z c	South Sudan|Südsudan|Soudan du Sud
XK	XKK	\d{5}	n|o|a|z c	Kosovo|Kosova|XKX|Republika e Kosovës|Kosovë|Косово
`
