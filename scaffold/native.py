from dataclasses import dataclass
from pathlib import Path
from .model import Draft
@dataclass
class Wanted: pass
def draft(w: Wanted, cache: Path) -> Draft: raise NotImplementedError
