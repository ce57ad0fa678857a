/**
 * The countries of ISO 3166-1, one a line: the alpha-2 and the alpha-3 code, the form of its postcodes without blanks
 * and hyphens (empty where it has none, or none are known), and its names, the usual one in English first.
 *
 * `npm run openapi` writes this file from libraries of which a shop needs no more. Do not edit it; what is done with
 * it is in `Country`.
 *
 * @since 1.0.0
 */
export const countryTable = String.raw`
AF	AFG	\d{4}	Afghanistan|افغانستان|Afgʻoniston|Owganystan
AL	ALB	\d{4}	Albania|Shqipëria|Shqipëri|Albanien|Albanie
DZ	DZA	\d{5}	Algeria|الجزائر|Algerien|Algérie
AS	ASM	96799	American Samoa|Amerikanisch-Samoa|Samoa américaines
AD	AND	AD\d{3}	Andorra|Andorre
AO	AGO		Angola
AI	AIA	(?:(?:AI)?2640)?	Anguilla
AQ	ATA		Antarctica|Antarktis|Antarctique
AG	ATG		Antigua and Barbuda|Antigua und Barbuda|Antigua-et-Barbuda
AR	ARG	[A-HJ-NP-Z]?\d{4}(?:[A-Z]{3})?	Argentina|Argentinien|Argentine
AM	ARM	(37)?\d{4}	Armenia|Հայաստան|Армения|Armenien|Arménie
AW	ABW		Aruba
AU	AUS	\d{4}	Australia|Australien|Australie
AT	AUT	(?!0)\d{4}	Austria|Republik Österreich|Österreich|Autriche
AZ	AZE	\d{4}	Azerbaijan|Azərbaycan|Aserbaidschan|Azerbaïdjan
BS	BHS		Bahamas|Bahamas, The
BH	BHR	((1[0-2]|[2-9])\d{2})?	Bahrain|البحرين|Bahrein
BD	BGD	\d{4}	Bangladesh|বাংলাদেশ|Bangladesch
BB	BRB	(BB\d{5})?	Barbados|Barbade
BY	BLR	\d{6}	Belarus|Weißrussland|Беларусь|Byelorussia|Belorussia|Biélorussie
BE	BEL	\d{4}	Belgium|België|Koninkrijk België|Belgique|Belgien
BZ	BLZ		Belize|Belice
BJ	BEN		Benin
BM	BMU	[A-Z]{2}[A-Z0-9]{2}	Bermuda|Bermudes
BT	BTN	\d{5}	Bhutan|ʼbrug-yul|Bhoutan
BO	BOL		Bolivia|Bolivia, Plurinational State of|Bolivien|Bolivie
BA	BIH	\d{5}	Bosnia and Herzegovina|Bosnia|Bosnien|Bosnien-Herzegowina|Bosnie|Bosna i Hercegovina|Босна и Херцеговина|Bosnien und Herzegowina|Bosnie-Herzégovine
BW	BWA		Botswana|Botsuana
BV	BVT		Bouvet Island|Bouvetøya|Bouvetinsel|Île Bouvet
BR	BRA	\d{5}\d{3}	Brazil|Brasil|Brasilien|Brésil
IO	IOT	BBND1ZZ	British Indian Ocean Territory|Britisches Territorium im Indischen Ozean|Océan Indien Britannique
BN	BRN	[A-Z]{2}\d{4}	Brunei Darussalam|Negara Brunei Darussalam|Brunei
BG	BGR	\d{4}	Bulgaria|България|Bulgarien|Bulgarie
BF	BFA		Burkina Faso
BI	BDI		Burundi
KH	KHM	\d{5,6}	Cambodia|កម្ពុជា|Kambodscha|Cambodge
CM	CMR		Cameroon|Cameroun|Kamerun
CA	CAN	([ABCEGHJKLMNPRSTVXY][0-9][ABCEGHJKLMNPRSTVWXYZ])([0-9][ABCEGHJKLMNPRSTVWXYZ][0-9])	Canada|Kanada
CV	CPV	\d{4}	Cape Verde|Kapverden|Kapverdische Inseln|Cabo Verde|Kap Verde|Cap-Vert
KY	CYM	KY[123]\d{4}	Cayman Islands|Kaimaninseln|Îles Caïmans
CF	CAF		Central African Republic|Ködörösêse tî Bêafrîka|République Centrafricaine|Zentralafrikanische Republik
TD	TCD		Chad|Tchad|تشاد|Tschad
CL	CHL	(?:\d{7})?	Chile|Chili
CN	CHN	\d{6}	People's Republic of China|China|VR China|Volksrepublik China|République populaire de Chine|中国|Chine
CX	CXR	6798	Christmas Island|Weihnachtsinsel|Île Christmas
CC	CCK	6799	Cocos (Keeling) Islands|Cocos Islands|Kokosinseln|Îles Cocos
CO	COL	(?:(0[58]|1[135789]|2[0357]|4[147]|5[024]|6[368]|7[036]|8[1568]|9[4579])\d{4})?	Colombia|Kolumbien|Colombie
KM	COM		Comoros|Komori|جزر القمر|Comores|Komoren
CG	COG		Republic of the Congo|Congo|Kongo-Brazzaville|Kongo|République du Congo|Congo-Brazzaville|Republik Kongo
CD	COD		Democratic Republic of the Congo|Congo|Congo, Democratic Republic of the|Congo, The Democratic Republic of the|Kongo-Kinshasa|Demokratische Republik Kongo|República Democrática do Congo|République démocratique du Congo|Zaire|Congo-Kinshasa|DR Congo|DRC|Kongo, Jamhuri ya Kidemokrasia
CK	COK	\d{4}	Cook Islands|Cookinseln|Îles Cook
CR	CRI	(\d{4,5}|\d{3}\d{4})	Costa Rica
CI	CIV		Cote d'Ivoire|Ivory Coast|Elfenbeinküste
HR	HRV	(HR)?\d{5}	Croatia|Hrvatska|Kroatien|Croatie
CU	CUB	\d{5}	Cuba|Kuba
CY	CYP	\d{4}	Cyprus|Κύπρος|Güney Kıbrıs Rum Kesimi|Կիպրոս|Zypern|Chypre
CZ	CZE	\d{3}\d{2}	Czech Republic|Czechia|Tchéquie|Česko|Česká republika|Tschechische Republik|Tschechien|République Tchèque
DK	DNK	\d{4}	Denmark|Danmark|Dänemark
DJ	DJI		Djibouti|جيبوتي|Dschibuti
DM	DMA		Dominica|Dominique
DO	DOM	(?:\d{5})?	Dominican Republic|República Dominicana|Dominikanische Republik|République Dominicaine
EC	ECU	([A-Z]\d{4}[A-Z]|(?:[A-Z]{2})?\d{6})?	Ecuador|Équateur
EG	EGY	(?:\d{5})?	Egypt|مصر|Ägypten|Égypte
SV	SLV	(?:(?:CP)?\d{4})?	El Salvador|Salvador
GQ	GNQ		Equatorial Guinea|Guinea Ecuatorial|Guinée équatoriale|Äquatorialguinea
ER	ERI		Eritrea|ኤርትራ|إريتريا|Érythrée
EE	EST	\d{5}	Estonia|Eesti|Estland|Estonie
ET	ETH	\d{4}	Ethiopia|ኢትዮጵያ|Äthiopien|Éthiopie
FK	FLK	(?:FIQQ1ZZ)?	Falkland Islands (Malvinas)|Falkland Islands|Falklandinseln|Îles Malouines
FO	FRO	\d{3}	Faroe Islands|Färöer-Inseln|Føroyar|Färöer|Îles Féroé
FJ	FJI		Fiji|फिजी|فجی|Fidschi|Fidji
FI	FIN	(FI|AX)?\d{5}	Finland|Suomi|Finnland|Finlande
FR	FRA	\d{2}\d{3}	France|Frankreich
GF	GUF	9[78]3\d{2}	French Guiana|Guyane|Guyane française|Französisch-Guayana
PF	PYF	987\d{2}	French Polynesia|Polynésie française|Französisch-Polynesien
TF	ATF		French Southern Territories|Territoire des Terres australes et antarctiques fr|Terres australes françaises|Französische Süd- und Antarktisgebiete
GA	GAB		Gabon|Gabun
GM	GMB		Republic of The Gambia|The Gambia|Gambia, The|Gambie
GE	GEO	\d{4}	Georgia|საქართველო|Georgien|Géorgie
DE	DEU	\d{5}	Germany|BRD|Bundesrepublik Deutschland|Federal Republic of Germany|Deutschland|Allemagne
GH	GHA		Ghana
GI	GIB	(?:GX111AA)?	Gibraltar
GR	GRC	\d{3}\d{2}	Greece|EL|Hellas|Hellenic Republic|Ελλάδα|Griechenland|Grèce
GL	GRL	39\d{2}	Greenland|Kalaallit Nunaat|Grönland|Groenland
GD	GRD		Grenada|Grenade
GP	GLP	9[78][01]\d{2}	Guadeloupe
GU	GUM	969[123]\d(\d{4})?	Guam
GT	GTM	(?:\d{5})?	Guatemala
GN	GIN	\d{3}	Guinea|Guinée
GW	GNB	\d{4}	Guinea-Bissau|Guiné-Bissau|Guinée-Bissau
GY	GUY		Guyana
HT	HTI	\d{4}	Haiti
HM	HMD	\d{4}	Heard Island and McDonald Islands|Heard & McDonald Islands|Heard und McDonaldinseln|Îles Heard-et-MacDonald
VA	VAT	00120	Holy See (Vatican City State)|Vatican City|Vatikan|Vatikanstaat|État de la Cité du Vatican|Vaticano|Holy See|Vatican|Città del Vaticano|Vatikanstadt|Saint-Siège (Vatican)
HN	HND	(?:\d{5})?	Honduras
HK	HKG		Hong Kong|Hong Kong SAR China|Sonderverwaltungsregion Hongkong|R.A.S. chinoise de Hong Kong|香港
HU	HUN	\d{4}	Hungary|Magyarország|Ungarn|Hongrie
IS	ISL	\d{3}	Iceland|Ísland|Islande
IN	IND	\d{6}	India|भारत|Indien|Inde
ID	IDN	\d{5}	Indonesia|Indonesien|Indonésie
IR	IRN	\d{5}\d{5}	Islamic Republic of Iran|Iran|Iran, Islamic Republic of|ایران
IQ	IRQ	\d{5}	Iraq|العراق|Irak
IE	IRL	(?:([AC-FHKNPRTV-Y][0-9]{2}|D6W)[0-9AC-FHKNPRTV-Y]{4})?	Ireland|Republic of Ireland|Eire|Irland|Irlande
IL	ISR	\d{5,7}	Israel|יִשְׂרָאֵל|إسرائيل
IT	ITA	\d{5}	Italy|Italia|Italien|Italie
JM	JAM		Jamaica|Jamaika|Jamaïque
JP	JPN	\d{3}\d{4}	Japan|日本|Japon
JO	JOR	(?:\d{5})?	Jordan|الأردن|Jordanien|Jordanie
KZ	KAZ	\d{6}|[A-Z]\d{2}[A-Z]\d[A-Z]\d	Kazakhstan|Қазақстан|Казахстан|Kasachstan
KE	KEN	(?:\d{5})?	Kenya|Kenia
KI	KIR		Kiribati
KP	PRK		North Korea|Korea, Democratic People's Republic of|북한|DPRK|Nordkorea|Corée du Nord
KR	KOR	\d{5}	South Korea|Korea, Republic of|Republic of Korea|Korea|Corée|한국|대한민국|Südkorea|Corée du Sud
KW	KWT	(?:\d{5})?	Kuwait|الكويت|Koweït
KG	KGZ	\d{6}	Kyrgyzstan|Kirghizstan|Кыргызстан|Kirghizia|Kyrgyz Republic|Киргизия|Kirgisistan|Kirghizistan
LA	LAO	\d{5}	Lao People's Democratic Republic|ສປປລາວ|Lao PDR|Laos
LV	LVA	(LV)?\d{4}	Latvia|Latvija|Lettland|Lettonie
LB	LBN	(\d{4}(\d{4})?)?	Lebanon|لبنان|Liban|Libanon
LS	LSO	\d{3}	Lesotho
LR	LBR	\d{4}	Liberia
LY	LBY		Libya|ليبيا|Libyen|Libye
LI	LIE	948[5-9]|949[0-8]	Liechtenstein
LT	LTU	(LT)?\d{5}	Lithuania|Lietuva|Litauen|Lituanie
LU	LUX	(L)?\d{4}	Luxembourg|Lëtzebuerg|Luxemburg
MO	MAC		Macao|Macao SAR China|Sonderverwaltungsregion Macau|澳門|Macau|澳门
MG	MDG	\d{3}	Madagascar|Madagasikara|Madagaskar
MW	MWI		Malawi
MY	MYS	\d{5}	Malaysia|Malaisie
MV	MDV	\d{5}	Maldives|މާލީ|Malediven
ML	MLI		Mali
MT	MLT	[A-Z]{3}\d{2,4}	Malta|Malte
MH	MHL	969[67]\d(\d{4})?	Marshall Islands|M̧ajeļ|Marshallinseln|Îles Marshall
MQ	MTQ	9[78]2\d{2}	Martinique
MR	MRT		Mauritania|موريتانيا|Mauretanien|Mauritanie
MU	MUS	((\d|[A-Z])\d{4})?	Mauritius|Maurice
YT	MYT	976\d{2}	Mayotte
MX	MEX	\d{5}	Mexico|Mexiko|Mexique
FM	FSM	(9694[1-4])(\d{4})?	Micronesia, Federated States of|Micronesia|Mikronesien|Micronésie
MD	MDA	\d{4}	Moldova, Republic of|Republic of Moldova|Republik Moldau|Moldau|Moldova|Moldavia|Republica Moldova|Moldawien|Moldavie
MC	MCO	980\d{2}	Monaco
MN	MNG	\d{5}	Mongolia|Монгол улс|Монгол|Mongolei|Mongolie
MS	MSR		Montserrat
MA	MAR	\d{5}	Morocco|المغرب|Marokko|Maroc
MZ	MOZ	\d{4}	Mozambique|Moçambique|Mosambik
MM	MMR	\d{5}(?:\d{2})?	Myanmar|Birma|Birmanie|မြန်မာ|Burma|Myanmar (Burma)
NA	NAM	\d{5}	Namibia|Namibië
NR	NRU		Nauru
NP	NPL	\d{5}	Nepal|नेपाल
NL	NLD	\d{4}[A-Z]{2}	Netherlands|Netherlands (Kingdom of the)|Holland|Hollande|Königreich der Niederlande|Nederland|Koninkrijk der Nederlanden|Niederlande|Pays-Bas
NC	NCL	988\d{2}	New Caledonia|Nouvelle-Calédonie|Neukaledonien
NZ	NZL	\d{4}	New Zealand|Neuseeland|Nouvelle-Zélande
NI	NIC	(?:\d{5})?	Nicaragua
NE	NER	\d{4}	Niger
NG	NGA	(\d{6})?	Nigeria
NU	NIU		Niue
NF	NFK	2899	Norfolk Island|Norfolkinsel|Île Norfolk
MK	MKD	\d{4}	The Republic of North Macedonia|North Macedonia|Mazedonien|Macédoine|Северна Македонија|Macedonia|FYROM|Nordmazedonien|Macédoine du Nord
MP	MNP	9695[012](\d{4})?	Northern Mariana Islands|Nördliche Marianen|Îles Mariannes du Nord
NO	NOR	\d{4}	Norway|Norge|Noreg|Norwegen|Norvège
OM	OMN	(?:(PC)?\d{3})?	Oman|عمان
PK	PAK	\d{5}	Pakistan|پاکستان
PW	PLW	96940	Palau|Palaos
PS	PSE		State of Palestine|Palestine|Palestine, State of|Palestinian Territories|Palästinensische Autonomiegebiete|Palästina|Territoires palestiniens|فلسطين|Staat Palästina
PA	PAN	(?:\d{4})?	Panama
PG	PNG	\d{3}	Papua New Guinea|Papua Niugini|Papua-Neuguinea|Papouasie-Nouvelle-Guinée
PY	PRY	\d{4}|\d{6}	Paraguay
PE	PER	(?:[0-2]\d{4})?	Peru|Pérou
PH	PHL	\d{4}	Philippines|Pilipinas|Philippinen
PN	PCN	PCRN1ZZ	Pitcairn|Pitcairn Islands|Pitcairninseln|Îles Pitcairn
PL	POL	\d{2}\d{3}	Poland|Polska|Polen|Pologne
PT	PRT	\d{4}(\d{3})?	Portugal
PR	PRI	00[679]\d{2}(\d{4})?	Puerto Rico|Porto Rico
QA	QAT		Qatar|قطر|Katar
RE	REU	9[78]4\d{2}	Reunion|La Réunion
RO	ROU	\d{6}	Romania|Rumania|Roumania|Rumänien|Roumanie
RU	RUS	\d{6}	Russian Federation|Russia|Россия|Российская Федерация|Russische Föderation|Russland|Russie
RW	RWA		Rwanda|Ruanda
SH	SHN	(ASCN|STHL)1ZZ	Saint Helena|Saint Helena, Ascension and Tristan da Cunha|Sainte-Hélène
KN	KNA		Saint Kitts and Nevis|St. Kitts und Nevis|Saint-Christophe-et-Niévès
LC	LCA		Saint Lucia|Sainte-Lucie
PM	SPM	9[78]5\d{2}	Saint Pierre and Miquelon|Saint-Pierre-et-Miquelon|Saint-Pierre und Miquelon
VC	VCT	(?:VC\d{4})?	Saint Vincent and the Grenadines|St. Vincent & Grenadines|St. Vincent und die Grenadinen|Saint-Vincent-et-les-Grenadines
WS	WSM		Samoa
SM	SMR	4789\d	San Marino|Saint-Marin
ST	STP		Sao Tome and Principe|São Tomé e Príncipe|São Tomé und Príncipe|São Tomé-et-Principe
SA	SAU	\d{5}(?:\d{4})?	Saudi Arabia|المملكة العربية السعودية|السعودية|Saudi-Arabien|Arabie Saoudite
SN	SEN	\d{5}	Senegal
SC	SYC		Seychelles|Seychellen
SL	SLE		Sierra Leone
SG	SGP	\d{6}	Singapore|Singapura|சிங்கப்பூர்|新加坡|Singapur|Singapour
SK	SVK	\d{3}\d{2}	Slovakia|Slovensko|Slowakei|Slovaquie
SI	SVN	(SI)?\d{4}	Slovenia|Slovenija|Slowenien|Slovénie
SB	SLB		Solomon Islands|Salomonen|Îles Salomon
SO	SOM	(?:(?:[A-Z]{2})?\d{5})?	Somalia|Soomaaliya|الصومال|Somalie
ZA	ZAF	\d{4}	South Africa|Suid-Afrika|Südafrika|Afrique du Sud
GS	SGS	SIQQ1ZZ	South Georgia and the South Sandwich Islands|South Georgia & South Sandwich Islands|South Georgia|Südgeorgien und die Südlichen Sandwichinseln|Géorgie du Sud-et-les Îles Sandwich du Sud
ES	ESP	(?:0[1-9]|[1-4]\d|5[0-2])\d{3}	Spain|España|Espainia|Espanya|Spanien|Espagne
LK	LKA	\d{5}	Sri Lanka|śrī laṃkāva|இலங்கை
SD	SDN	\d{5}	Sudan|السودان|Soudan
SR	SUR		Suriname|Republiek Suriname
SJ	SJM	\d{4}	Svalbard and Jan Mayen|Spitzbergen|Spitzbergen und Jan Mayen|Svalbard et Jan Mayen|Svalbard og Jan Mayen|Svalbard und Jan Mayen|Svalbard et Île Jan Mayen
SZ	SWZ	[HLMS]\d{3}	Eswatini|Swaziland|Royaume d'Eswatini
SE	SWE	(SE)?\d{3}\d{2}	Sweden|Sverige|Schweden|Suède
CH	CHE	\d{4}	Switzerland|Svizra|Schweizer Eidgenossenschaft|Confédération suisse|Schweiz|Suisse|Svizzera
SY	SYR		Syrian Arab Republic|Syria|Syrien|سوريا|Syrien, Arabische Republik|Syrie
TW	TWN	\d{3}(\d{2,3})?	Taiwan, Province of China|Taiwan|台灣|台湾|臺灣|中国台湾省
TJ	TJK	\d{6}	Tajikistan|Тоҷикистон|Таджикистан|Tadschikistan|Tadjikistan
TZ	TZA	\d{4,5}	United Republic of Tanzania|Tanzania|Tanzanie|Tanzania, United Republic of|Tanzania, Jamhuri ya Muungano|Tansania, Vereinigte Republik|Tansania|République unie de Tanzanie
TH	THA	\d{5}	Thailand|ประเทศไทย|ไทย|Thaïlande
TL	TLS		Timor-Leste|East Timor|Timor oriental|Osttimor
TG	TGO		Togo
TK	TKL		Tokelau
TO	TON		Tonga
TT	TTO		Trinidad and Tobago|Trinidad und Tobago|Trinité-et-Tobago
TN	TUN	\d{4}	Tunisia|تونس|Tunesien|Tunisie
TR	TUR	\d{5}	Türkiye|Turkey|Türkei|Turquie
TM	TKM	\d{6}	Turkmenistan|Turkmenia|Туркмения
TC	TCA	(?:TKCA1ZZ)?	Turks and Caicos Islands|Turks- und Caicosinseln|Îles Turques-et-Caïques
TV	TUV		Tuvalu
UG	UGA		Uganda|Ouganda
UA	UKR	\d{5}	Ukraine|Україна
AE	ARE		United Arab Emirates|UAE|VAE|EAU|دولة الإمارات العربية المتحدة|Emirates|الإمارات العربية المتحدة|Vereinigte Arabische Emirate|Émirats Arabes Unis
GB	GBR	[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|GIR0AA|BFPO\d{1,4}	United Kingdom|UK|Great Britain|England|Scotland|Wales|Northern Ireland|Schottland|Nordirland|Écosse|Irlande du Nord|Grande-Bretagne|Angleterre|Pays de Galles|United Kingdom of Great Britain and Northern Ireland|R.-U.|Britain|Vereinigtes Königreich|Großbritannien|Royaume-Uni
US	USA	([0-9]{5})(?:([0-9]{4}))?	United States of America|United States|USA|US|États-Unis|Amerika|Amérique|America|Vereinigte Staaten von Amerika|Vereinigte Staaten|États-Unis d'Amérique
UM	UMI	96898	United States Minor Outlying Islands|U.S. Outlying Islands|Amerikanische Überseeinseln|Îles mineures éloignées des États-Unis
UY	URY	\d{5}	Uruguay
UZ	UZB	\d{6}	Uzbekistan|O'zbekiston|Oʻzbekiston|Узбекистан|Usbekistan|Ouzbékistan
VU	VUT		Vanuatu
VE	VEN	(?:\d{4})?	Venezuela|Venezuela, Bolivarian Republic of
VN	VNM	(?:\d{5,6})?	Vietnam
VG	VGB	(?:VG\d{4})?	Virgin Islands, British|British Virgin Islands|Britische Jungferninseln|Îles vierges britanniques
VI	VIR	008(([0-4]\d)|(5[01]))(\d{4})?	Virgin Islands, U.S.|U.S. Virgin Islands|United States Virgin Islands|Amerikanische Jungferninseln|Îles vierges américaines
WF	WLF	986\d{2}	Wallis and Futuna|Wallis et Futuna|Wallis und Futuna
EH	ESH	\d{5}	Western Sahara|الصحراء الغربية|Sahara Occidental|Westsahara
YE	YEM		Yemen|اليَمَن|Jemen
ZM	ZMB	(?:\d{5})?	Zambia|Sambia|Zambie
ZW	ZWE		Zimbabwe|Simbabwe
AX	ALA	22\d{3}	Åland Islands|Ålandinseln|Îles Åland|Ahvenanmaa|Åland
BQ	BES		Bonaire, Sint Eustatius and Saba|Caribbean Netherlands|Karibische Niederlande|Pays-Bas caribéens|Bonaire|Bonaire, Sint Eustatius en Saba|Bonaire, Saint-Eustache et Saba
CW	CUW		Curaçao
GG	GGY	GY\d[\dA-Z]?\d[ABD-HJLN-UW-Z]{2}	Guernsey|Guernesey
IM	IMN	IM\d[\dA-Z]?\d[ABD-HJLN-UW-Z]{2}	Isle of Man|Insel Man|Île de Man
JE	JEY	JE\d[\dA-Z]?\d[ABD-HJLN-UW-Z]{2}	Jersey
ME	MNE	8\d{4}	Montenegro|Црна Гора|Crna Gora|Mali i Zi
BL	BLM	9[78][01]\d{2}	Saint Barthélemy
MF	MAF	9[78][01]\d{2}	Saint Martin (French part)|Saint-Martin|Saint-Martin (partie française)|Sint-Maarten (Frans deel)|Sint-Maarten (Franse Antillen)|Collectiviteit van Sint-Maarten
RS	SRB	\d{5,6}	Serbia|Srbija|Србија|Serbien|Serbie
SX	SXM		Sint Maarten (Dutch part)|St. Maarten|Sint Maarten|Sint Maarten (Nederlands deel)|Land Sint Maarten|Saint-Martin (partie néerlandaise)
SS	SSD		South Sudan|Südsudan|Soudan du Sud
XK	XKK	\d{5}	Kosovo|Kosova|XKX|Republika e Kosovës|Kosovë|Косово
`
