/**
 * Which types of schema.org are kinds of another one: those of organizations that sell, and of products.
 *
 * The rule: a type is listed under each type right above it. Types of schema.org that nobody sells as or sells are left
 * out. Follows https://schema.org/docs/full.html.
 */

const table = `
Organization: Airline Consortium Cooperative Corporation EducationalOrganization GovernmentOrganization LibrarySystem
  LocalBusiness MedicalOrganization NewsMediaOrganization NGO OnlineBusiness PerformingGroup Project ResearchOrganization
  SportsOrganization
OnlineBusiness: OnlineStore
LocalBusiness: AnimalShelter ArchiveOrganization AutomotiveBusiness ChildCare Dentist DryCleaningOrLaundry
  EmergencyService EmploymentAgency EntertainmentBusiness FinancialService FoodEstablishment GovernmentOffice
  HealthAndBeautyBusiness HomeAndConstructionBusiness InternetCafe LegalService Library LodgingBusiness MedicalBusiness
  ProfessionalService RadioStation RealEstateAgent RecyclingCenter SelfStorage ShoppingCenter SportsActivityLocation Store
  TelevisionStation TouristInformationCenter TravelAgency
Store: AutoPartsStore BikeStore BookStore ClothingStore ComputerStore ConvenienceStore DepartmentStore ElectronicsStore
  Florist FurnitureStore GardenStore GroceryStore HardwareStore HobbyShop HomeGoodsStore JewelryStore LiquorStore
  MensClothingStore MobilePhoneStore MovieRentalStore MusicStore OfficeEquipmentStore OutletStore PawnShop PetStore
  ShoeStore SportingGoodsStore TireShop ToyStore WholesaleStore
AutomotiveBusiness: AutoBodyShop AutoDealer AutoPartsStore AutoRental AutoRepair AutoWash GasStation MotorcycleDealer
  MotorcycleRepair
EmergencyService: FireStation Hospital PoliceStation
EntertainmentBusiness: AdultEntertainment AmusementPark ArtGallery Casino ComedyClub MovieTheater NightClub
FinancialService: AccountingService AutomatedTeller BankOrCreditUnion InsuranceAgency
FoodEstablishment: Bakery BarOrPub Brewery CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop Restaurant Winery
GovernmentOffice: PostOffice
HealthAndBeautyBusiness: BeautySalon DaySpa HairSalon HealthClub NailSalon TattooParlor
HomeAndConstructionBusiness: Electrician GeneralContractor HVACBusiness HousePainter Locksmith MovingCompany Plumber
  RoofingContractor
LegalService: Attorney Notary
LodgingBusiness: BedAndBreakfast Campground Hostel Hotel Motel Resort VacationRental
Resort: SkiResort
MedicalBusiness: CommunityHealth Dentist Dermatology DietNutrition Emergency Geriatric Gynecologic MedicalClinic Midwifery
  Nursing Obstetric Oncologic Optician Optometric Otolaryngologic Pediatric Pharmacy Physician Physiotherapy
  PlasticSurgery Podiatric PrimaryCare Psychiatric PublicHealth
MedicalClinic: CovidTestingFacility
MedicalOrganization: Dentist DiagnosticLab Hospital MedicalClinic Pharmacy Physician VeterinaryCare
SportsActivityLocation: BowlingAlley ExerciseGym GolfCourse HealthClub PublicSwimmingPool SkiResort SportsClub
  StadiumOrArena TennisComplex
EducationalOrganization: CollegeOrUniversity ElementarySchool HighSchool MiddleSchool Preschool School
PerformingGroup: DanceGroup MusicGroup TheaterGroup
SportsOrganization: SportsTeam
Product: DietarySupplement Drug IndividualProduct ProductCollection ProductGroup ProductModel SomeProducts Vehicle
Vehicle: BusOrCoach Car Motorcycle MotorizedBicycle
Offer: AggregateOffer OfferForLease OfferForPurchase
`

const kinds: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  table.replaceAll("\n  ", " ").trim().split("\n").map((line) => {
    const [name = "", kinds = ""] = line.split(": ")
    return [name, kinds.split(" ")]
  })
)

const withKinds = (type: string): ReadonlyArray<string> => [type, ...(kinds.get(type) ?? []).flatMap(withKinds)]

const allKinds: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...kinds.keys()].map((type) => [type, new Set(withKinds(type))])
)

/** Whether a type is another one or a kind of it, also a kind of a kind. */
export const isKindOf = (type: string, general: string): boolean =>
  type === general || allKinds.get(general)?.has(type) === true
